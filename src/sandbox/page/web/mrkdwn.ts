/// <reference lib="dom" />
// Slack's mrkdwn as nodes of the page: marks, mentions, links and dates; everything else is text.
import type { Desk } from './desk.ts';
import { type Child, h } from './dom.ts';
import { emojiNode } from './emoji.ts';
import { slackDate } from './moments.ts';

const MARKS = [
  /```(?<pre>[\s\S]+?)```/,
  /`(?<code>[^`\n]+)`/,
  /<(?<reference>[^<>\n]+)>/,
  /(?<![\w*])\*(?<bold>[^\s*](?:[^*\n]*[^\s*])?)\*(?![\w*])/,
  /(?<!\w)_(?<italic>[^\s_](?:[^_\n]*[^\s_])?)_(?!\w)/,
  /(?<!\w)~(?<strike>[^\s~](?:[^~\n]*[^\s~])?)~(?!\w)/,
  /:(?<emoji>[a-z][a-z0-9_+-]*):/,
];
const MARK = new RegExp(MARKS.map(({ source }) => source).join('|'), 'g');

export function mrkdwn(desk: Desk, text: string): Child[] {
  const nodes: Child[] = [];
  let end = 0;
  for (const match of text.matchAll(MARK)) {
    if (match.index > end) nodes.push(unescaped(text.slice(end, match.index)));
    nodes.push(marked(desk, match[0], match.groups ?? {}));
    end = match.index + match[0].length;
  }
  if (end < text.length) nodes.push(unescaped(text.slice(end)));
  return nodes;
}

/** A text object of Block Kit. plain_text shows what it holds. */
export function textObject(desk: Desk, value: unknown): Child[] {
  const { type, text } = Object(value) as { type?: unknown; text?: unknown };
  if (typeof text !== 'string') return [];
  return type === 'mrkdwn' ? mrkdwn(desk, text) : [text];
}

function marked(desk: Desk, whole: string, groups: Record<string, string | undefined>): Child {
  const { pre, code, reference, bold, italic, strike, emoji } = groups;
  if (pre !== undefined) return h('pre', {}, unescaped(pre.replace(/^\n/, '')));
  if (code !== undefined) return h('code', {}, unescaped(code));
  if (bold !== undefined) return h('strong', {}, mrkdwn(desk, bold));
  if (italic !== undefined) return h('em', {}, mrkdwn(desk, italic));
  if (strike !== undefined) return h('s', {}, mrkdwn(desk, strike));
  if (emoji !== undefined) return emojiNode(emoji) ?? whole;
  return referenceNode(desk, reference ?? '');
}

/** What stands between `<` and `>`. */
function referenceNode(desk: Desk, inside: string): Child {
  const bar = inside.indexOf('|');
  const target = bar < 0 ? inside : inside.slice(0, bar);
  const label = bar < 0 ? undefined : unescaped(inside.slice(bar + 1));
  if (target.startsWith('@')) return mention(desk, target.slice(1));
  if (target.startsWith('#')) return channelLink(desk, target.slice(1));
  if (target.startsWith('!date^')) {
    const [, seconds = '', format = ''] = target.split('^');
    return date(desk, Number(seconds), format);
  }
  if (target.startsWith('!')) return h('span', { class: 'mention' }, label ?? `@${target.slice(1)}`);
  return link(desk, unescaped(target), label);
}

export function mention(desk: Desk, userId: string): HTMLElement {
  const isMe = desk.here().me === userId;
  return h('span', { class: isMe ? 'mention me' : 'mention' }, `@${desk.person(userId)?.realName ?? userId}`);
}

export function channelLink(desk: Desk, id: string): HTMLElement {
  const channel = desk.screen().conversations.find((one) => one.id === id);
  if (!channel) return h('span', { class: 'mention' }, '#private');
  const go = () => desk.go({ place: id, thread: undefined, pane: 'channel' });
  return h('button', { type: 'button', class: 'mention link', onclick: go }, `#${channel.name}`);
}

export function date(desk: Desk, seconds: number, format: string): HTMLElement {
  const moment = new Date(seconds * 1000);
  const iso = Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
  const zone = desk.person(desk.here().me)?.zone ?? 'UTC';
  const words = iso === undefined ? format : slackDate(seconds, format, { zone, now: desk.now() });
  return h('time', { datetime: iso, title: iso && `${iso} · shown in ${zone}` }, words);
}

/** Only addresses that a browser may open become links; one of this workspace stays in this page. */
export function link(desk: Desk, url: string, label = url): HTMLElement {
  const spot = spotBehind(url);
  if (spot) {
    const go = () => desk.go({ place: spot.channel, thread: spot, pane: 'thread' });
    return h('button', { type: 'button', class: 'link', onclick: go }, label);
  }
  if (!/^(https?:|mailto:)/i.test(url)) return h('span', {}, label);
  return h('a', { href: url, target: '_blank', rel: 'noopener noreferrer' }, label);
}

const PERMALINK = /^https:\/\/sandbox\.slack\.com\/archives\/(\w+)\/p(\d+)(\d{6})(?:\?thread_ts=([\d.]+))?/;

/** The thread that an address of this workspace means; undefined for any other address. */
export function spotBehind(url: string): { channel: string; ts: string } | undefined {
  const [, channel, seconds, micros, thread] = PERMALINK.exec(url) ?? [];
  return channel ? { channel, ts: thread ?? `${seconds}.${micros}` } : undefined;
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
