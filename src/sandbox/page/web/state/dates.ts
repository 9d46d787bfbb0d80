// Times as Slack writes them, in the reader's zone.

type Style = Intl.DateTimeFormatOptions;

/** `now` in milliseconds: what is near it is called today, yesterday or tomorrow. */
export type When = { readonly zone: string; readonly now: number };

/** "1:36 PM", for milliseconds. */
export function timeOf(at: number, { zone }: Pick<When, 'zone'>): string {
  return shown(at, zone, { hour: 'numeric', minute: '2-digit' });
}

/** "13:36:02" */
export function clockOf(at: number, zone: string): string {
  const style = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  return formatted(at, 'en-GB', zone, style);
}

/** "Today", "Yesterday", or "Saturday, November 21st". */
export function dayOf(at: number, when: When): string {
  const near = nearDay(at, when);
  if (near) return near.charAt(0).toUpperCase() + near.slice(1);
  return nth(shown(at, when.zone, { weekday: 'long', month: 'long', day: 'numeric' }));
}

/** Slack's date tokens, such as `{date_short_pretty} {time}`. Unknown ones stay as they are. */
export function slackDate(seconds: number, format: string, when: When): string {
  const at = seconds * 1000;
  const { zone } = when;
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  const tokens: Record<string, () => string> = {
    date_num: () => formatted(at, 'en-CA', zone, {}),
    date: () => nth(shown(at, zone, day)),
    date_short: () => shown(at, zone, { ...day, month: 'short' }),
    date_long: () => nth(shown(at, zone, { ...day, weekday: 'long' })),
    time: () => timeOf(at, when),
    time_secs: () => shown(at, zone, { hour: 'numeric', minute: '2-digit', second: '2-digit' }),
  };
  return format.replace(/\{(\w+)\}/g, (token, name: string) => {
    const isPretty = name.endsWith('_pretty');
    const plain = tokens[name.replace(/_pretty$/, '')];
    return (isPretty ? nearDay(at, when) : undefined) ?? plain?.() ?? token;
  });
}

function nearDay(at: number, { zone, now }: When): string | undefined {
  const day = (moment: number) => shown(moment, zone, { year: 'numeric', month: 'numeric', day: 'numeric' });
  if (day(at) === day(now)) return 'today';
  if (day(at) === day(now - 86_400_000)) return 'yesterday';
  return day(at) === day(now + 86_400_000) ? 'tomorrow' : undefined;
}

function shown(at: number, zone: string, style: Style): string {
  return formatted(at, 'en-US', zone, style).replaceAll('\u202f', ' ');
}

/** Making a formatter takes a thousand times as long as using it, so each is made once. */
const FORMATTERS = new Map<string, Intl.DateTimeFormat>();

function formatted(at: number, locale: string, timeZone: string, style: Style): string {
  const key = JSON.stringify([locale, timeZone, style]);
  const formatter = FORMATTERS.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...style });
  FORMATTERS.set(key, formatter);
  return formatter.format(at);
}

/** "November 21, 2026" → "November 21st, 2026" */
function nth(date: string): string {
  const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' };
  return date.replace(/(\d{1,2})(,|$)/, (_, number: string, rest: string) => {
    const ending = endings[new Intl.PluralRules('en', { type: 'ordinal' }).select(Number(number))] ?? 'th';
    return `${number}${ending}${rest}`;
  });
}
