// Small pieces of Block Kit that several tests build with.
import type { Fields } from '#sandbox/slack/json.ts';
import { plain } from './rig.ts';

export const mrkdwn = (text: string) => ({ type: 'mrkdwn', text });

export const section = (text: string, more: Fields = {}) => ({
  type: 'section',
  text: mrkdwn(text),
  ...more,
});

export const option = (value: string, label = value) => ({ text: plain(label), value });

export const many = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));
