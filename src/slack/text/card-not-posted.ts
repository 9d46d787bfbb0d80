// Why an order's card is not in its channel, and so nothing was sent: the reason is Slack's, because the provider was not called.

const CANNOT = 'The card couldn’t be posted in the channel';

/** `code`: Slack's, or '' when Teller is not in the channel, or a word of delivery/order-card.ts where Slack gave no code. */
export function cardNotPosted(code: string): { readonly what: string; readonly next: string } {
  if (code === 'limited' || code === 'unknown')
    return { what: `${CANNOT}.`, next: 'Nothing was sent. Try again in a minute.' };
  const isOut = code === '' || code === 'not_in_channel' || code === 'channel_not_found';
  return {
    what: /^\w+$/.test(code) ? `${CANNOT} (Slack: ${code}).` : `${CANNOT}.`,
    next: isOut
      ? 'Nothing was sent. Invite Teller to the channel with /invite, then try again.'
      : 'Nothing was sent. Check that the channel isn’t archived and that Teller can post there, or choose another one.',
  };
}
