// What happens in the town, printed as it happens and like a chat: messages, edits, forms, a ringing phone.

import type { Change, Ephemeral, Message, View } from './slack/model.ts';
import { type RenderOptions, renderMessage } from './slack/render.ts';
import { renderErrors, renderForm } from './terminal-form.ts';
import { createPrintedMessages, type PrintedMessages } from './terminal-messages.ts';
import type { Town } from './town.ts';

export type Screen = {
  /** A message as it stands now, the way it was printed when it came. */
  message(message: Message): string;
  /** The form that was changed by typing is known: only what others change about it is worth printing. */
  formIsKnown(view: View): void;
  /** The Home as it stands now, if Teller has given it anything to show. */
  home(userId: string): string | undefined;
  /** What Home shows next is printed, even if it is what it showed before. */
  homeIsUnknown(userId: string): void;
  /** `#sales`, `direct`, or `direct with brian` for a direct message of somebody who is not played. */
  placeOf(channel: string): string;
  readonly messages: Pick<PrintedMessages, 'meant' | 'numberOf'>;
  readonly options: RenderOptions;
  stop(): void;
};

/** Everybody in the sandbox lives here. */
const ZONE = 'Africa/Nairobi';

/**
 * `print` takes whole lines; `isPlayed` says whether a person is the one that is being played, `looksAtHome` whether
 * their Home is on the screen: what changes there unseen is not worth printing.
 */
export function createScreen(deps: {
  town: Pick<Town, 'slack' | 'provider'>;
  print: (text: string) => void;
  isPlayed: (userId: string) => boolean;
  looksAtHome: (userId: string) => boolean;
}): Screen {
  const { town, print, isPlayed, looksAtHome } = deps;
  const { slack, provider } = town;
  const options: RenderOptions = { zone: ZONE, nameOf: (id) => slack.nameOf(id) };
  const messages = createPrintedMessages();
  const forms = new Map<string, string>();
  const homes = new Map<string, string>();
  let rung = provider.prompts.length;

  function messageChanged(kind: 'posted' | 'edited' | 'deleted', message: Message) {
    const body = bodyOf(message);
    const { number, before } = messages.keep(message, body);
    if (kind === 'deleted') print(chat(message, ['(deleted)'], number));
    else if (before === undefined || kind === 'posted') print(chat(message, body.split('\n'), number));
    else if (before !== body) print(chat(message, differences(before, body), number));
  }

  function bodyOf({ edited, ...message }: Message): string {
    return renderMessage(message, options);
  }

  /** Name and time ahead of the first line, the other lines below it; replies further in. */
  function chat(
    message: Message | Ephemeral,
    [first = '', ...more]: readonly string[],
    number?: number,
  ): string {
    const time = renderTime(Number(message.ts));
    const isReply = message.thread_ts !== undefined && message.thread_ts !== message.ts;
    const who = 'type' in message ? nameOf(message.user) : message.from === 'app' ? 'Teller' : 'Slack';
    const mark = number === undefined ? '' : `(${number}) `;
    const head = `${placeOf(message.channel)}  ${who}  ${time}  ${mark}${first}`;
    const indent = isReply ? '      ' : '';
    return [`${indent}${isReply ? '↳ ' : ''}${head}`, ...more.map((line) => `${indent}    ${line}`)].join(
      '\n',
    );
  }

  function ephemeralChanged(ephemeral: Ephemeral) {
    const [first = '', ...more] = renderMessage(ephemeral, options).split('\n');
    const lines = isPlayed(ephemeral.user)
      ? [first, ...more]
      : [`(to ${nameOf(ephemeral.user)}) ${first}`, ...more];
    print(chat(ephemeral, lines));
  }

  function formChanged(userId: string, view: View | undefined) {
    const whose = isPlayed(userId) ? '' : `(on ${nameOf(userId)}'s screen)\n`;
    const before = forms.get(userId);
    if (!view) {
      forms.delete(userId);
      if (before !== undefined) print(`${whose}(the form is closed)`);
      return;
    }
    const shown = renderForm({ ...view, errors: {} }, options);
    forms.set(userId, shown);
    const errors = renderErrors(view, options);
    if (shown !== before) print(whose + renderForm(view, options));
    else if (errors !== '') print(`${whose}(not sent; the form is still open)\n${errors}`);
  }

  function homeChanged(userId: string) {
    const shown = home(userId);
    if (!looksAtHome(userId) || shown === undefined || homes.get(userId) === shown) return;
    homes.set(userId, shown);
    print(shown);
  }

  function home(userId: string): string | undefined {
    const view = slack.home(userId);
    return view && `Home of ${nameOf(userId)}\n${renderForm(view, options).trimStart()}`;
  }

  function phoneRings() {
    for (const { msisdn, payment_method, currency, amount, description } of provider.prompts.slice(rung)) {
      print(
        `☎ ${msisdn} rings. ${payment_method}: enter your PIN to pay ${currency} ${amount} for “${description}”\n    type pay, or pay 150, or decline, or let it ring`,
      );
    }
    rung = provider.prompts.length;
  }

  function changed(change: Change) {
    switch (change.kind) {
      case 'posted':
      case 'edited':
      case 'deleted':
        return messageChanged(change.kind, change.message);
      case 'ephemeral':
      case 'ephemeral_replaced':
        return ephemeralChanged(change.ephemeral);
      case 'ephemeral_removed':
        return print(chat(change.ephemeral, ['(gone)']));
      case 'modal':
        return formChanged(change.userId, change.view);
      case 'home':
        return homeChanged(change.userId);
    }
  }

  const stops = [slack.onChange(changed), provider.onWire(phoneRings)];

  function nameOf(userId: string): string {
    return userId === slack.botUserId ? 'Teller' : (slack.nameOf(userId) ?? userId);
  }

  function placeOf(channel: string): string {
    if (!channel.startsWith('D')) return `#${slack.nameOf(channel) ?? channel}`;
    const whose = Object.values(slack.users).find((userId) => slack.dmOf(userId) === channel);
    return whose === undefined || isPlayed(whose) ? 'direct' : `direct with ${nameOf(whose)}`;
  }

  return {
    message(message) {
      const body = bodyOf(message);
      return chat(message, body.split('\n'), messages.keep(message, body).number);
    },
    formIsKnown: (view) => void forms.set(view.user, renderForm({ ...view, errors: {} }, options)),
    home,
    homeIsUnknown: (userId) => void homes.delete(userId),
    placeOf,
    messages,
    options,
    stop() {
      for (const stop of stops) stop();
    },
  };
}

/** The headline, and of the rest what was not there before. */
function differences(before: string, after: string): string[] {
  const [first = '', ...more] = after.split('\n');
  const known = new Set(before.split('\n'));
  return [`(edited) ${first}`, ...more.filter((line) => !known.has(line))];
}

/** Hours and minutes where the sandbox is, for seconds since 1970. */
function renderTime(seconds: number): string {
  const style = { timeZone: ZONE, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-GB', style).format(new Date(seconds * 1_000));
}
