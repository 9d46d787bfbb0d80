// Slack's mrkdwn as nodes of the page: marks, mentions, links and dates; everything else is text.
import { type ComponentChild, h, type JSX } from 'preact';
import { slackDate } from '#sandbox/page/web/state/dates.ts';
import type { Reader } from '#sandbox/page/web/state/reader.ts';
import { emoji } from './emoji.ts';

const MARKS = [
  // Next to a WORD JOINER Slack does not read a character as formatting.
  /\u2060(?<plain>[*_~`:])\u2060/,
  /```(?<pre>[\s\S]+?)```/,
  /`(?<code>[^`\n]+)`/,
  /<(?<reference>[^<>\n]+)>/,
  /(?<![\w*])\*(?<bold>[^\s*](?:[^*\n]*[^\s*])?)\*(?![\w*])/,
  /(?<!\w)_(?<italic>[^\s_](?:[^_\n]*[^\s_])?)_(?!\w)/,
  /(?<!\w)~(?<strike>[^\s~](?:[^~\n]*[^\s~])?)~(?!\w)/,
  /:(?<emojiName>[a-z][a-z0-9_+-]*):/,
];
const MARK = new RegExp(MARKS.map(({ source }) => source).join('|'), 'g');

export function mrkdwn(reader: Reader, text: string): ComponentChild[] {
  const nodes: ComponentChild[] = [];
  let end = 0;
  for (const match of text.matchAll(MARK)) {
    if (match.index > end) nodes.push(unescaped(text.slice(end, match.index)));
    nodes.push(marked(reader, match[0], match.groups ?? {}));
    end = match.index + match[0].length;
  }
  if (end < text.length) nodes.push(unescaped(text.slice(end)));
  return nodes;
}

/** A text object of Block Kit. plain_text shows what it holds. */
export function textObject(reader: Reader, value: unknown): ComponentChild[] {
  const { type, text } = Object(value) as { type?: unknown; text?: unknown };
  if (typeof text !== 'string') return [];
  return type === 'mrkdwn' ? mrkdwn(reader, text) : [text];
}

function marked(reader: Reader, whole: string, groups: Record<string, string | undefined>): ComponentChild {
  const { plain, pre, code, reference, bold, italic, strike, emojiName } = groups;
  if (plain !== undefined) return plain;
  if (pre !== undefined) return h('pre', null, unescaped(pre.replace(/^\n/, '')));
  if (code !== undefined) return h('code', null, unescaped(code));
  if (bold !== undefined) return h('strong', null, mrkdwn(reader, bold));
  if (italic !== undefined) return h('em', null, mrkdwn(reader, italic));
  if (strike !== undefined) return h('s', null, mrkdwn(reader, strike));
  if (emojiName !== undefined) return emoji(emojiName) ?? whole;
  return referenceNode(reader, reference ?? '');
}

/** What stands between `<` and `>`. */
function referenceNode(reader: Reader, inside: string): JSX.Element {
  const bar = inside.indexOf('|');
  const target = bar < 0 ? inside : inside.slice(0, bar);
  const label = bar < 0 ? undefined : unescaped(inside.slice(bar + 1));
  if (target.startsWith('@')) return mention(reader, target.slice(1));
  if (target.startsWith('#')) return channelLink(reader, target.slice(1));
  if (target.startsWith('!date^')) {
    const [, seconds = '', format = ''] = target.split('^');
    return date(reader, Number(seconds), format);
  }
  if (target.startsWith('!')) return h('span', { class: 'mention' }, label ?? `@${target.slice(1)}`);
  return link(reader, unescaped(target), label);
}

export function mention(reader: Reader, userId: string): JSX.Element {
  const isMe = reader.me === userId;
  return h(
    'span',
    { class: isMe ? 'mention me' : 'mention' },
    `@${reader.person(userId)?.realName ?? userId}`,
  );
}

export function channelLink(reader: Reader, id: string): JSX.Element {
  const channel = reader.channel(id);
  if (!channel) return h('span', { class: 'mention' }, '#private');
  const go = () => reader.go({ place: id, thread: undefined, pane: 'channel' });
  return h('button', { type: 'button', class: 'mention link', onClick: go }, `#${channel.name}`);
}

export function date({ zone, now }: Reader, seconds: number, format: string): JSX.Element {
  const moment = new Date(seconds * 1000);
  const iso = Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
  const words = iso === undefined ? format : slackDate(seconds, format, { zone, now: now() });
  return h('time', { dateTime: iso, title: iso && `${iso} · shown in ${zone}` }, words);
}

/** Only addresses that a browser may open become links; one of this workspace stays in this page. */
export function link(reader: Reader, url: string, label = url): JSX.Element {
  const thread = threadBehind(url);
  if (thread) {
    const go = () => reader.go({ place: thread.channel, thread, pane: 'thread' });
    return h('button', { type: 'button', class: 'link', onClick: go }, label);
  }
  if (!/^(https?:|mailto:)/i.test(url)) return h('span', null, label);
  return h('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, label);
}

const PERMALINK = /^https:\/\/sandbox\.slack\.com\/archives\/(\w+)\/p(\d+)(\d{6})(?:\?thread_ts=([\d.]+))?/;

/** The thread that an address of this workspace means; undefined for any other address. */
export function threadBehind(url: string): { channel: string; ts: string } | undefined {
  const [, channel, seconds, micros, thread] = PERMALINK.exec(url) ?? [];
  return channel ? { channel, ts: thread ?? `${seconds}.${micros}` } : undefined;
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
