// Every action of the page by its type: read from what the browser sent, and carried out for the person it was sent for.

import type { Environment } from '#sandbox/environment/environment.ts';
import { asText, isFields } from '#sandbox/slack/json.ts';
import { createEnvironmentActions } from './environment-actions.ts';
import { createPersonActions } from './person-actions.ts';
import type { Action, ActionResult, Surface, SwitchName } from './screen.ts';
import type { Switches } from './switches.ts';

/** `body` is what came over HTTP. Throws a sentence for a person when it makes no sense or can't be done. */
export type Act = (userId: string, body: unknown) => Promise<ActionResult>;

/** `ignored` takes the tracking ids of prompts that the customer lets ring. */
export function createActions(deps: {
  environment: Environment;
  switches: Switches;
  ignored: Set<string>;
}): Act {
  const person = createPersonActions(deps.environment);
  const environment = createEnvironmentActions(deps);

  return async (userId, body) => {
    const action = readAction(body);
    switch (action?.type) {
      case 'write':
        return person.write(userId, action);
      case 'shortcut':
        return person.shortcut(userId, action);
      case 'messageShortcut':
        return person.messageShortcut(userId, action);
      case 'click':
        return person.click(userId, action);
      case 'pick':
        return person.pick(userId, action);
      case 'search':
        return person.search(userId, action);
      case 'submit':
        return person.submit(userId, action);
      case 'closeModal':
        return person.closeModal(userId);
      case 'openHome':
        return person.openHome(userId);
      case 'invite':
        return person.invite(userId, action);
      case 'alertsOn':
        return person.alertsOn(userId, action);
      case 'runStep':
        return environment.runStep(action);
      case 'pay':
      case 'decline':
      case 'ignore':
      case 'charge':
      case 'reverse':
        return environment[action.type](action);
      case 'approveRefund':
      case 'rejectRefund':
        return environment[action.type](action);
      case 'switch':
        return environment.switch(action);
      case 'stopBot':
      case 'startBot':
        return environment[action.type]();
      case 'skip':
        return environment.skip(action);
      default:
        throw new Error('The page asked for something that the sandbox does not know.');
    }
  };
}

/** Undefined when it is no action. Fields that are missing become empty, and the action itself then says what is wrong. */
function readAction(body: unknown): Action | undefined {
  if (!isFields(body)) return undefined;
  const text = (name: string) => asText(body[name]);
  const optional = (name: string) => (typeof body[name] === 'string' ? { [name]: body[name] } : {});
  const type = asText(body.type) as Action['type'];
  switch (type) {
    case 'write':
      return { type, channel: text('channel'), text: text('text'), ...optional('thread') };
    case 'shortcut':
      return { type, callbackId: text('callbackId') };
    case 'messageShortcut':
      return { type, callbackId: text('callbackId'), channel: text('channel'), ts: text('ts') };
    case 'click': {
      const at = readSurface(body.at);
      return at && { type, at, action: text('action'), ...optional('value') };
    }
    case 'pick': {
      const at = readSurface(body.at);
      const values = isFields(body.values) ? { values: readValues(body.values) } : {};
      return at && { type, at, action: text('action'), value: readValue(body.value), ...values };
    }
    case 'search': {
      const at = readSurface(body.at);
      return at && { type, at, action: text('action'), query: text('query') };
    }
    case 'submit':
      return { type, values: readValues(body.values) };
    case 'closeModal':
    case 'openHome':
    case 'stopBot':
    case 'startBot':
      return { type };
    case 'invite':
    case 'alertsOn':
      return { type, channel: text('channel') };
    case 'runStep':
      return { type, callbackId: text('callbackId'), inputs: readTexts(body.inputs) };
    case 'pay':
    case 'decline':
    case 'ignore':
    case 'charge':
    case 'reverse': {
      const { amount } = body;
      const isAmount = typeof amount === 'number' && amount > 0 && Number.isFinite(amount);
      return { type, trackingId: text('trackingId'), ...(isAmount && { amount }), ...optional('currency') };
    }
    case 'approveRefund':
    case 'rejectRefund':
      return { type, code: text('code') };
    case 'switch':
      return { type, name: text('name') as SwitchName, isOn: body.isOn === true };
    case 'skip':
      return { type, ms: Number(body.ms) };
    default:
      return undefined;
  }
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
