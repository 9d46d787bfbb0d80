// Every action of the page by its type: read from what the browser sent, and carried out for the person it was sent for.

import type { Environment } from '#sandbox/environment/environment.ts';
import { asText, isFields } from '#sandbox/slack/json.ts';
import { createEnvironmentActions } from './environment-actions.ts';
import { createPersonActions } from './person-actions.ts';
import type { Action, ActionResult, Surface, SwitchName } from './screen.ts';
import type { Switches } from './switches.ts';

/** `body` is what came over HTTP. Throws a sentence for a person when it makes no sense or can't be done. */
type Act = (userId: string, body: unknown) => Promise<ActionResult>;

/** `ignored` takes the tracking ids of prompts that the customer lets ring. */
export function createActions(deps: {
  environment: Environment;
  switches: Switches;
  ignored: Set<string>;
}): Act {
  const person = createPersonActions(deps.environment);
  const environment = createEnvironmentActions(deps);

  /** Fields that are missing become empty, and the action itself then says what is wrong. */
  return async (userId, body) => {
    const fields = isFields(body) ? body : {};
    const text = (name: string) => asText(fields[name]);
    const optional = (name: string) => (typeof fields[name] === 'string' ? { [name]: fields[name] } : {});
    const at = readSurface(fields.at);
    const value = readValue(fields.value);
    const values = isFields(fields.values) ? { values: readValues(fields.values) } : {};
    const type = text('type') as Action['type'];
    switch (type) {
      case 'write':
        return person.write(userId, {
          type,
          channel: text('channel'),
          text: text('text'),
          ...optional('thread'),
        });
      case 'shortcut':
        return person.shortcut(userId, { type, callbackId: text('callbackId') });
      case 'messageShortcut': {
        const message = { channel: text('channel'), ts: text('ts') };
        return person.messageShortcut(userId, { type, callbackId: text('callbackId'), ...message });
      }
      case 'click':
        if (!at) break;
        return person.click(userId, { type, at, action: text('action'), ...optional('value'), ...values });
      case 'pick':
        if (!at) break;
        return person.pick(userId, { type, at, action: text('action'), value, ...values });
      case 'search':
        if (!at) break;
        return person.search(userId, { type, at, action: text('action'), query: text('query') });
      case 'submit':
        return person.submit(userId, { type, values: readValues(fields.values) });
      case 'closeModal':
      case 'openHome':
        return person[type](userId);
      case 'invite':
        return person.invite(userId, { type, channel: text('channel') });
      case 'alertsOn':
        return person.alertsOn(userId, { type, channel: text('channel') });
      case 'runStep':
        return environment.runStep({
          type,
          callbackId: text('callbackId'),
          inputs: readTexts(fields.inputs),
        });
      case 'pay':
      case 'decline':
      case 'ignore':
      case 'charge':
      case 'reverse': {
        const { amount } = fields;
        const isAmount = typeof amount === 'number' && amount > 0 && Number.isFinite(amount);
        const paid = { ...(isAmount && { amount }), ...optional('currency') };
        return environment[type]({ type, trackingId: text('trackingId'), ...paid });
      }
      case 'approveRefund':
      case 'rejectRefund':
        return environment[type]({ type, code: text('code') });
      case 'switch':
        return environment.switch({ type, name: text('name') as SwitchName, isOn: fields.isOn === true });
      case 'stopBot':
      case 'startBot':
        return environment[type]();
      case 'skip':
        return environment.skip({ type, ms: Number(fields.ms) });
    }
    throw new Error('The sandbox doesn’t know this action.');
  };
}

function readSurface(value: unknown): Surface | undefined {
  if (!isFields(value)) return undefined;
  const place = asText(value.in);
  if (place === 'modal' || place === 'home') return { in: place };
  if (place !== 'message' && place !== 'ephemeral') return undefined;
  return { in: place, channel: asText(value.channel), ts: asText(value.ts) };
}

function readValues(value: unknown): Record<string, string | string[] | null> {
  const entries = Object.entries(isFields(value) ? value : {});
  return Object.fromEntries(entries.map(([name, typed]) => [name, readValue(typed)]));
}

function readTexts(value: unknown): Record<string, string> {
  const entries = Object.entries(isFields(value) ? value : {});
  return Object.fromEntries(entries.map(([name, typed]) => [name, asText(typed)]));
}

function readValue(value: unknown): string | string[] | null {
  if (Array.isArray(value)) return value.map(asText);
  return typeof value === 'string' && value !== '' ? value : null;
}
