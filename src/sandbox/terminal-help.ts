// What the sandbox's prompt says about itself: at the start, and when somebody types help.

export const WELCOME = [
  'Teller’s sandbox: the real bot between stand-ins for Slack and the payment service. No money moves.',
  'Type first:  /pay prompt 0712345678 1500 Two bags of flour   then:  submit   and as the customer:  pay',
  'help lists everything you can type; quit ends it.',
];

export const HELP = `As the agent, in Slack. Each message has a number in brackets, such as (3)
  /pay                       says what Teller can do
  /pay prompt 0712345678 1500 Two bags of flour
                             opens the form for a PIN prompt
  /pay link 2500 School fees
                             opens the form for a payment link
  /pay status INV-7          looks a payment up; also cancel INV-7, cancel, open
  /pay alerts on             tells every payment in this channel; also off, quiet, list
  /pay report today          posts totals and a file of the payments; also week, 2026-10
  set <field> <value>        changes a field of the open form; without a value, empties it
  submit                     submits the form
  close                      closes the form
  click <button>             presses a button, by its label or its action id: click Post to channel
  say <text>                 writes a message, in the thread if you are in one
  mention <text>             the same to @Teller: mention status INV-7
  thread 1                   goes into the thread of a message, also by reference: thread INV-7
  thread off                 leaves it
  lookup 1                   picks “Look up this payment” in the menu of a message
  shortcut look_up           picks a shortcut of Slack; also send_prompt, create_link
  home                       opens the Home of Teller; in leads, or any other channel, leaves it
  file                       shows the file that was shared last
  step create_link amount=2500 currency=KES description=School fees
                             runs a custom step of Workflow Builder for you, in this channel
  as <person>                plays somebody else: amina (agent), brian, guest, sam, stranger
  in <channel>               goes to another channel: sales, finance, leads, partners, dm
  /invite @teller            lets Teller into the channel; /archive closes the channel for good
  show                       shows the open form, or the channel, thread or Home as it stands now
As the customer
  pay                        pays the newest open order, as asked
  pay 150                    pays another amount
  pay 10 USD                 pays another amount in another currency
  decline                    says no to the newest open order
  charge                     the next charge of the newest recurring order is paid
  reverse                    the money of the newest paid order goes back
                             each also takes a reference at its end: pay 150 INV-7
As the world
  fault                      lists what can go wrong with the payment service, and what is on
  fault <name> [operation] [times]
                             switches a fault on: fault lostAnswer push 1
  fault off [name]           switches it off, or all of them
  wire [count]               the last requests between Teller and the service
  skip 30s | 10m | 2h        moves the clock
  kill                       stops Teller
  restart                    starts it again on the same store
  help, quit`;
