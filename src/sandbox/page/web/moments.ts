// Times as Slack writes them, in the zone of whoever reads.

type Style = Intl.DateTimeFormatOptions;

export type Reader = { readonly zone: string; readonly now: number };

/** "1:36 PM", for milliseconds. */
export function timeOf(at: number, { zone }: Reader): string {
  return shown(at, zone, { hour: 'numeric', minute: '2-digit' });
}

/** "13:36:02" */
export function clockOf(at: number, zone: string): string {
  const style = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, ...style }).format(at);
}

/** "Today", "Yesterday", or "Saturday, November 21st". */
export function dayOf(at: number, reader: Reader): string {
  const near = nearDay(at, reader);
  if (near) return near.charAt(0).toUpperCase() + near.slice(1);
  return nth(shown(at, reader.zone, { weekday: 'long', month: 'long', day: 'numeric' }));
}

/** Slack's date tokens, such as `{date_short_pretty} {time}`. Unknown ones stay as they are. */
export function slackDate(seconds: number, format: string, reader: Reader): string {
  const at = seconds * 1000;
  const { zone } = reader;
  const day = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  const tokens: Record<string, () => string> = {
    date_num: () => new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at),
    date: () => nth(shown(at, zone, day)),
    date_short: () => shown(at, zone, { ...day, month: 'short' }),
    date_long: () => nth(shown(at, zone, { ...day, weekday: 'long' })),
    time: () => timeOf(at, reader),
    time_secs: () => shown(at, zone, { hour: 'numeric', minute: '2-digit', second: '2-digit' }),
  };
  return format.replace(/\{(\w+)\}/g, (token, name: string) => {
    const isPretty = name.endsWith('_pretty');
    const plain = tokens[name.replace(/_pretty$/, '')];
    return (isPretty ? nearDay(at, reader) : undefined) ?? plain?.() ?? token;
  });
}

function nearDay(at: number, { zone, now }: Reader): string | undefined {
  const day = (moment: number) => shown(moment, zone, { year: 'numeric', month: 'numeric', day: 'numeric' });
  if (day(at) === day(now)) return 'today';
  if (day(at) === day(now - 86_400_000)) return 'yesterday';
  return day(at) === day(now + 86_400_000) ? 'tomorrow' : undefined;
}

function shown(at: number, zone: string, style: Style): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: zone, ...style }).format(at).replaceAll('\u202f', ' ');
}

/** "November 21, 2026" → "November 21st, 2026" */
function nth(date: string): string {
  const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' };
  return date.replace(/(\d{1,2})(,|$)/, (_, number: string, rest: string) => {
    const ending = endings[new Intl.PluralRules('en', { type: 'ordinal' }).select(Number(number))] ?? 'th';
    return `${number}${ending}${rest}`;
  });
}
