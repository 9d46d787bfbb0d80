// Every deed of the page by its name: read from what the browser sent, and done as the person it was sent for.
import { asText, type Fields, isFields } from '#sandbox/slack/json.ts';
import type { Town } from '#sandbox/town.ts';
import { createPersonDeeds } from './person-deeds.ts';
import type { Deed, DeedResult, Spot, SwitchName } from './screen.ts';
import type { Switches } from './switches.ts';
import type { WireLog } from './wire-log.ts';
import { createWorldDeeds } from './world-deeds.ts';

/** `body` is what came over HTTP. Throws a sentence for a person when it makes no sense or can't be done. */
export type Do = (userId: string, body: unknown) => Promise<DeedResult>;

export function createDeeds(deps: {
  town: Town;
  wire: WireLog;
  switches: Switches;
  ignored: Set<string>;
  command: string;
}): Do {
  const person = createPersonDeeds(deps);
  const world = createWorldDeeds(deps);

  return async (userId, body) => {
    const deed = readDeed(body);
    switch (deed?.do) {
      case 'write':
        return person.write(userId, deed);
      case 'shortcut':
        return person.shortcut(userId, deed);
      case 'messageShortcut':
        return person.messageShortcut(userId, deed);
      case 'click':
        return person.click(userId, deed);
      case 'pick':
        return person.pick(userId, deed);
      case 'submit':
        return person.submit(userId, deed);
      case 'closeModal':
        return person.closeModal(userId);
      case 'openHome':
        return person.openHome(userId);
      case 'invite':
        return person.invite(userId, deed);
      case 'alertsOn':
        return person.alertsOn(userId, deed);
      case 'pay':
      case 'decline':
      case 'ignore':
      case 'charge':
      case 'reverse':
        return world[deed.do](deed);
      case 'switch':
        return world.switch(deed);
      case 'kill':
      case 'start':
        return world[deed.do]();
      case 'skip':
        return world.skip(deed);
      default:
        throw new Error('The page asked for something that the sandbox does not know.');
    }
  };
}

/** Undefined when it is no deed. Fields that are missing become empty, and the deed itself then says what is wrong. */
export function readDeed(body: unknown): Deed | undefined {
  if (!isFields(body)) return undefined;
  const text = (name: string) => asText(body[name]);
  const optional = (name: string) => (typeof body[name] === 'string' ? { [name]: body[name] } : {});
  const named = asText(body.do) as Deed['do'];
  switch (named) {
    case 'write':
      return { do: named, channel: text('channel'), text: text('text'), ...optional('thread') };
    case 'shortcut':
      return { do: named, callbackId: text('callbackId') };
    case 'messageShortcut':
      return { do: named, callbackId: text('callbackId'), channel: text('channel'), ts: text('ts') };
    case 'click': {
      const at = readSpot(body.at);
      return at && { do: named, at, action: text('action'), ...optional('value') };
    }
    case 'pick': {
      const at = readSpot(body.at);
      return at && { do: named, at, action: text('action'), value: readValue(body.value) ?? '' };
    }
    case 'submit':
      return { do: named, values: readValues(body.values) };
    case 'closeModal':
    case 'openHome':
    case 'kill':
    case 'start':
      return { do: named };
    case 'invite':
    case 'alertsOn':
      return { do: named, channel: text('channel') };
    case 'pay':
    case 'decline':
    case 'ignore':
    case 'charge':
    case 'reverse': {
      const { amount } = body;
      const isAmount = typeof amount === 'number' && amount > 0 && Number.isFinite(amount);
      return { do: named, trackingId: text('trackingId'), ...(isAmount && { amount }) };
    }
    case 'switch':
      return { do: named, name: text('name') as SwitchName, isOn: body.isOn === true };
    case 'skip':
      return { do: named, ms: Number(body.ms) };
    default:
      return undefined;
  }
}

function readSpot(value: unknown): Spot | undefined {
  if (!isFields(value)) return undefined;
  const place = asText(value.in);
  if (place === 'modal' || place === 'home') return { in: place };
  if (place !== 'message' && place !== 'ephemeral') return undefined;
  return { in: place, channel: asText(value.channel), ts: asText(value.ts) };
}

function readValues(value: unknown): Record<string, string | string[] | null> {
  const entries = Object.entries(isFields(value) ? value : ({} as Fields));
  return Object.fromEntries(entries.map(([name, typed]) => [name, readValue(typed)]));
}

function readValue(value: unknown): string | string[] | null {
  if (Array.isArray(value)) return value.map(asText);
  return typeof value === 'string' && value !== '' ? value : null;
}
