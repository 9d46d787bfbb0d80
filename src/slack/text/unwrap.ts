// Takes off what Slack wraps around addresses and special characters, so that words are read as they were typed.

/** `<mailto:a@b.c|a@b.c>` → `a@b.c`, `&amp;` → `&`; the marks of people, channels and groups keep their id. */
export function unwrap(text: string): string {
  return text
    .replace(
      /<(mailto:|tel:)?([^<>|]+)(?:\|([^<>]*))?>/g,
      (_, scheme: string, target: string, label?: string) =>
        /^[@#!]/.test(target) ? `<${target}>` : label && (scheme || target.endsWith(label)) ? label : target,
    )
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
