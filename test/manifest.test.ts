import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '@slack/bolt';
import { describe, expect, it } from 'vitest';
import type { SlackContext } from '#slack/context.ts';
import { SUBCOMMANDS } from '#slack/features.ts';
import { listen } from '#slack/listen/listeners.ts';
import { readManifest } from './manifest.ts';

const ROOT = join(import.meta.dirname, '..');
const manifest = readManifest();
const { display_information, features, functions, oauth_config, settings } = manifest;

/** Slack gives these events only with a scope. */
const SCOPES_OF_EVENTS: Record<string, readonly string[]> = {
  app_home_opened: [],
  app_mention: ['app_mentions:read'],
  function_executed: [],
  'message.im': ['im:history'],
};

/** Bot scopes of each Web API method that Teller calls, for the kinds of conversation that it works in. */
const SCOPES_OF: Record<string, readonly string[]> = {
  // With the app-level token, which has a scope of its own.
  'apps.connections.open': [],
  'auth.test': [],
  'chat.getPermalink': [],
  'chat.postEphemeral': ['chat:write'],
  'chat.postMessage': ['chat:write'],
  'chat.update': ['chat:write'],
  'conversations.history': ['channels:history', 'groups:history', 'im:history'],
  'conversations.info': ['channels:read', 'groups:read', 'im:read'],
  'conversations.open': ['im:write'],
  'conversations.replies': ['channels:history', 'groups:history', 'im:history'],
  'files.info': ['files:read'],
  'files.uploadV2': ['files:write'],
  'usergroups.list': ['usergroups:read'],
  'usergroups.users.list': ['usergroups:read'],
  'users.info': ['users:read'],
  'views.open': [],
  'views.publish': [],
  'views.push': [],
  'views.update': [],
};

describe('the manifest', () => {
  it('the manifest asks for the scopes of the methods that are called, of the events and for "commands", and for no other', () => {
    const needed = new Set(['commands', ...Object.values({ ...SCOPES_OF, ...SCOPES_OF_EVENTS }).flat()]);
    expect(oauth_config.scopes.bot).toEqual([...needed].sort());
  });

  it('the manifest lets whoever installs the app leave out files:read, which the doctor only warns of', () => {
    // Slack wants an optional scope in both lists.
    expect(oauth_config.scopes.bot_optional).toEqual(['files:read']);
    expect(oauth_config.scopes.bot).toContain('files:read');
  });

  it('the scopes of the manifest are compared with every Web API method that Teller and the doctor call, and no other', () => {
    expect(calledMethods()).toEqual(Object.keys(SCOPES_OF).sort());
  });

  it('the manifest names every shortcut, step and event that has a listener, and no other', () => {
    const listened = listenedTo();
    expect(features.shortcuts.map((shortcut) => shortcut.callback_id).sort()).toEqual(listened.shortcut);
    expect(Object.keys(functions).sort()).toEqual(listened.function);
    // Bolt listens to steps by their own name; Slack sends each as one event. Messages of all places have one type, and
    // only those of direct messages are subscribed to.
    const subscribed = listened.event.map((event) => (event === 'message' ? 'message.im' : event));
    expect([...settings.event_subscriptions.bot_events].sort()).toEqual(
      [...subscribed, 'function_executed'].sort(),
    );
    expect(Object.keys(SCOPES_OF_EVENTS).sort()).toEqual([...settings.event_subscriptions.bot_events].sort());
  });

  it('the manifest offers the message shortcut on messages and the others everywhere, and says what they find', () => {
    expect(features.shortcuts[2]?.description).toMatch(/code, phone number, name, amount or reference/);
    const kinds = Object.fromEntries(features.shortcuts.map(({ callback_id, type }) => [callback_id, type]));
    expect(kinds).toEqual({
      send_prompt: 'global',
      create_link: 'global',
      look_up: 'global',
      look_up_message: 'message',
    });
  });

  it('the manifest has one command, because any name has a listener, and interactivity, because forms and buttons have', () => {
    const listened = listenedTo();
    expect(listened.command).toEqual(['/.*/']);
    expect(features.slash_commands.map(({ command }) => command)).toEqual(['/pay']);
    expect(features.slash_commands.map(({ should_escape }) => should_escape)).toEqual([true]);
    expect(listened.view).toEqual([
      'bulk',
      'cancel_order',
      'create_link',
      'decline',
      'forget',
      'look_up',
      'refund_order',
      'send_prompt',
      'settings',
    ]);
    expect(listened.options).toEqual(['customer']);
    expect(listened.action).toEqual([
      'accept_as_paid',
      'approve',
      'ask_again',
      'ask_for_rest',
      'bulk',
      'cancel_order',
      'channel',
      'check_order',
      'create_link',
      'customer',
      'decline',
      'forget',
      'frequency',
      'history',
      'language',
      'look_up',
      'more',
      'more_fields',
      'msisdn',
      'open_card',
      'open_payment_page',
      'open_whatsapp',
      'order_menu',
      'refund_done',
      'refund_not_done',
      'refund_order',
      'remind_again',
      'send_again',
      'send_now',
      'send_prompt',
      'send_receipt',
      'share_order',
      'share_report',
      'share_whatsapp',
      'show_qr',
      'stop_bulk',
      'stop_reminding',
      'subcommand',
      'tell_directly',
      'tell_when_paid',
      'withdraw',
    ]);
    expect(settings.interactivity.is_enabled).toBe(true);
    expect(features.app_home.home_tab_enabled).toBe(true);
  });

  it('the manifest is for Socket Mode, and its steps run in the app', () => {
    expect(settings).toMatchObject({
      socket_mode_enabled: true,
      org_deploy_enabled: true,
      function_runtime: 'remote',
    });
    expect(JSON.stringify(manifest)).not.toContain('http');
  });

  it('the manifest gives each step the inputs that its form reads, and texts for outputs', () => {
    const fields = {
      send_prompt: ['agent', 'amount', 'channel', 'description', 'id', 'msisdn', 'payment_method'],
      create_link: ['agent', 'amount', 'channel', 'currency', 'description', 'id'],
    };
    for (const [name, step] of Object.entries(functions)) {
      expect(Object.keys(step.input_parameters).sort()).toEqual(fields[name as keyof typeof fields]);
      for (const [key, parameter] of Object.entries({
        ...step.input_parameters,
        ...step.output_parameters,
      })) {
        expect(parameter.name).toBe(key);
        expect(parameter.type).toMatch(/^(string|slack#\/types\/(user_id|channel_id))$/);
      }
      expect(Object.values(step.output_parameters).every(({ type }) => type === 'string')).toBe(true);
    }
  });

  it('the manifest turns token rotation off, because Teller stores no token of Slack’s', () => {
    expect(settings.token_rotation_enabled).toBe(false);
  });

  it('the manifest lets Teller write to a person and a person to Teller, which Slack refuses without the messages tab', () => {
    expect(features.app_home.messages_tab_enabled).toBe(true);
    expect(features.app_home.messages_tab_read_only_enabled).toBe(false);
  });

  it('the manifest hints at the words of the help, in its order, and at help', () => {
    expect(features.slash_commands.map(({ usage_hint }) => usage_hint.split(' · '))).toEqual([
      [...SUBCOMMANDS.keys(), 'help'],
    ]);
  });

  it('the manifest keeps Slack’s limits', () => {
    expect(display_information.name.length).toBeLessThanOrEqual(35);
    expect(display_information.description.length).toBeLessThanOrEqual(140);
    expect(display_information.background_color).toMatch(/^#[0-9a-f]{6}$/);
    expect(features.bot_user.display_name).toMatch(/^[a-z0-9._-]{1,80}$/);
    expect(features.slash_commands.length).toBeLessThanOrEqual(50);
    for (const { command, description, usage_hint } of features.slash_commands) {
      expect(command).toMatch(/^\/[a-z0-9_-]{1,31}$/);
      expect(description.length).toBeLessThanOrEqual(2000);
      expect(usage_hint.length).toBeLessThanOrEqual(1000);
    }
    const { shortcuts } = features;
    expect(shortcuts.length).toBeLessThanOrEqual(10);
    for (const { name, callback_id, description } of shortcuts) {
      expect(name.length).toBeLessThanOrEqual(24);
      expect(callback_id.length).toBeLessThanOrEqual(255);
      expect(description.length).toBeLessThanOrEqual(150);
    }
    expect(settings.event_subscriptions.bot_events.length).toBeLessThanOrEqual(100);
    expect(oauth_config.scopes.bot.length).toBeLessThanOrEqual(255);
  });
});

/** The Web API methods called in src/slack, by the way such a call is written. */
function calledMethods(): string[] {
  const found = globSync('src/{slack,doctor}/**/*.ts', { cwd: ROOT }).flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8');
    expect(source, `${file} calls a method by its name, which this test cannot see`).not.toMatch(
      /\bapiCall\(/,
    );
    return [...source.matchAll(/\bclient\.((?:[a-zA-Z]+\s*\.)+[a-zA-Z]+\d*)\(/g)].map(([, method = '']) =>
      method.replace(/\s/g, ''),
    );
  });
  return [...new Set(found)].sort();
}

type Kind = 'command' | 'shortcut' | 'event' | 'view' | 'action' | 'options' | 'function';

/** What src/slack/listen registers with Bolt, noted by an app that does nothing else. */
function listenedTo(): Record<Kind, string[]> {
  const listened: Record<Kind, string[]> = {
    command: [],
    shortcut: [],
    event: [],
    view: [],
    action: [],
    options: [],
    function: [],
  };
  const record = (kind: Kind) => (what: unknown) => void listened[kind].push(...namesOf(what));
  const app = {
    command: record('command'),
    shortcut: record('shortcut'),
    event: record('event'),
    view: record('view'),
    action: record('action'),
    options: record('options'),
    function: record('function'),
  };
  // Registering listeners uses nothing of the context, only a request does.
  listen(app as unknown as App, {} as SlackContext);
  for (const names of Object.values(listened)) names.sort();
  return listened;
}

/** Bolt takes a name, a pattern of one or several names, or a set of constraints of which the id is one of these. */
function namesOf(what: unknown): string[] {
  if (typeof what === 'string') return [what];
  if (what instanceof RegExp) return /^\^\((.*)\)\$$/.exec(what.source)?.[1]?.split('|') ?? [String(what)];
  const { callback_id, action_id } = what as { callback_id?: unknown; action_id?: unknown };
  return namesOf(callback_id ?? action_id);
}
