// Takes off what Slack puts around words on their way to an app, so that they are read as the person typed them.
import { withoutInvisible, withoutShortcodes } from '#lib/text.ts';

/** `<…>` as Slack writes it, or one of the three characters that Slack escapes. */
const WRAPPED = /<([^<>]*)>|&(?:amp|lt|gt);/g;

/**
 * A person and a channel keep their id and lose their label (`<@U1|amina>` becomes `<@U1>`); addresses, phone numbers and
 * links become what was typed; groups, dates and `<!here>` stay. Emoji are left out, and so are marks that show nothing: those come
 * along when a reference is copied from a card (escape.ts).
 */
export function unwrap(text: string): string {
  const typed = withoutInvisible(text).replace(WRAPPED, (whole, inside?: string) =>
    inside === undefined ? withoutEntities(whole) : unwrapOne(whole, inside),
  );
  return withoutShortcodes(typed);
}

function unwrapOne(whole: string, inside: string): string {
  const bar = inside.indexOf('|');
  const target = bar < 0 ? inside : inside.slice(0, bar);
  const label = bar < 0 ? '' : withoutEntities(inside.slice(bar + 1));
  if (/^[@#]/.test(target)) return `<${target}>`;
  const address = withoutEntities(target);
  if (/^mailto:/i.test(address)) return address.slice('mailto:'.length);
  if (/^tel:/i.test(address)) {
    const number = address.slice('tel:'.length);
    return isSameNumber(label, number) ? label : number;
  }
  if (/^https?:\/\//i.test(address)) return isBareForm(label, address) ? label : address;
  return whole;
}

/** "example.com/a" of "http://example.com/a": Slack adds the scheme, and sometimes a slash. */
function isBareForm(label: string, address: string): boolean {
  const bare = (text: string) =>
    text
      .replace(/^https?:\/\//i, '')
      .replace(/\/$/, '')
      .toLowerCase();
  return label !== '' && bare(label) === bare(address);
}

/** The number as it was typed, with its blanks and dashes. */
function isSameNumber(label: string, number: string): boolean {
  const digits = (text: string) => text.replace(/\D/g, '');
  return label !== '' && digits(label) === digits(number);
}

function withoutEntities(text: string): string {
  // The ampersand last: "&amp;lt;" is a typed "&lt;".
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
