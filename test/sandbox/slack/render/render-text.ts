// Slack's mrkdwn as a reader sees it, in plain text: mentions by name, dates in a zone, entities undone.
import { asText, type Fields, isFields } from '#sandbox/slack/json.ts';

export type RenderOptions = {
  /** The reader's time zone; default UTC. */
  zone?: string;
  /** The name behind an id; without it, ids are shown. */
  nameOf?: (id: string) => string | undefined;
  /** Buttons, menus, fields and views by their ids in the place of their labels, for tests that outlast a change of wording. */
  ids?: boolean;
};

/** A text object, or undefined, as shown. Only mrkdwn is interpreted: plain_text shows what it holds. */
export function renderTextObject(value: unknown, options: RenderOptions = {}): string {
  if (!isFields(value)) return '';
  return value.type === 'mrkdwn' ? renderMrkdwn(asText(value.text), options) : asText(value.text);
}

export function renderMrkdwn(text: string, options: RenderOptions = {}): string {
  return text
    .split(/(<[^<>]+>)/)
    .map((piece) =>
      /^<[^<>]+>$/.test(piece) ? renderReference(piece.slice(1, -1), options) : unescapeEntities(piece),
    )
    .join('');
}

/** One piece of rich text. */
export function renderPiece(piece: Fields, options: RenderOptions): string {
  const name = (id: unknown) => options.nameOf?.(asText(id)) ?? asText(id);
  switch (piece.type) {
    case 'text':
      return asText(piece.text);
    case 'link':
      return piece.text ? `${asText(piece.text)} (${asText(piece.url)})` : asText(piece.url);
    case 'emoji':
      return `:${asText(piece.name)}:`;
    case 'user':
      return `@${name(piece.user_id)}`;
    case 'usergroup':
      return `@${name(piece.usergroup_id)}`;
    case 'channel':
      return `#${name(piece.channel_id)}`;
    case 'broadcast':
      return `@${asText(piece.range)}`;
    case 'date':
      return renderDate(Number(piece.timestamp), asText(piece.format), options.zone);
    default:
      return asText(piece.value);
  }
}

/** Slack's date tokens, e.g. `{date_short} at {time}`, for seconds since 1970. */
function renderDate(seconds: number, format: string, zone = 'UTC'): string {
  const moment = new Date(seconds * 1000);
  const shown = (style: Intl.DateTimeFormatOptions) =>
    formatOf({ timeZone: zone, ...style })
      .format(moment)
      .replaceAll('\u202f', ' ');
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  const nth = (date: string) =>
    date.replace(/(\d+),/, (_, number: string) => `${number}${ordinal(Number(number))},`);

  const tokens: Record<string, () => string> = {
    date_num: () => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(moment),
    date: () => nth(shown(day)),
    date_short: () => shown({ ...day, month: 'short' }),
    date_long: () => nth(shown({ ...day, weekday: 'long' })),
    time: () => shown({ hour: 'numeric', minute: '2-digit' }),
    time_secs: () => shown({ hour: 'numeric', minute: '2-digit', second: '2-digit' }),
  };
  return format.replace(
    /\{(\w+)\}/g,
    (token, name: string) => tokens[name.replace('_pretty', '')]?.() ?? token,
  );
}

const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** Each is made once: that takes far longer than its use, and a page shows a hundred dates. */
function formatOf(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options);
  let format = FORMATS.get(key);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', options);
    FORMATS.set(key, format);
  }
  return format;
}

/** What stands between `<` and `>`. */
function renderReference(inside: string, options: RenderOptions): string {
  const [target = '', label] = splitOnce(inside, '|');
  const named = (id: string) => options.nameOf?.(id) ?? label ?? id;
  if (target.startsWith('@')) return `@${named(target.slice(1))}`;
  if (target.startsWith('#')) return `#${named(target.slice(1))}`;
  if (target.startsWith('!subteam^')) return `@${named(target.slice('!subteam^'.length))}`;
  if (target.startsWith('!date^')) {
    const [, seconds = '', format = ''] = target.split('^');
    return renderDate(Number(seconds), format, options.zone);
  }
  if (target.startsWith('!')) return `@${target.slice(1)}`;
  const url = unescapeEntities(target);
  return label === undefined ? url : `${unescapeEntities(label)} (${url})`;
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

function unescapeEntities(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

function ordinal(day: number): string {
  const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' };
  return endings[new Intl.PluralRules('en', { type: 'ordinal' }).select(day)] ?? 'th';
}
