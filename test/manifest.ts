// Reads manifest.yml for the tests: maps, lists and plain values by indentation. Throws at any YAML beyond that.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export type Yaml = string | boolean | readonly Yaml[] | { readonly [key: string]: Yaml };

/** What Slack lets an app have; only what this project's manifest uses (Slack, App manifest reference). */
type Manifest = {
  display_information: { name: string; description: string; background_color: string };
  features: {
    app_home: {
      home_tab_enabled: boolean;
      messages_tab_enabled: boolean;
      messages_tab_read_only_enabled: boolean;
    };
    bot_user: { display_name: string; always_online: boolean };
    slash_commands: {
      command: string;
      description: string;
      usage_hint: string;
      should_escape: boolean;
    }[];
    shortcuts: { name: string; type: 'global' | 'message'; callback_id: string; description: string }[];
  };
  functions: Record<string, StepManifest>;
  oauth_config: { scopes: { bot: string[]; bot_optional: string[] } };
  settings: {
    event_subscriptions: { bot_events: string[] };
    interactivity: { is_enabled: boolean };
    org_deploy_enabled: boolean;
    function_runtime: string;
    socket_mode_enabled: boolean;
    token_rotation_enabled: boolean;
  };
};

type StepManifest = {
  title: string;
  description: string;
  input_parameters: Record<string, StepParameter>;
  output_parameters: Record<string, StepParameter>;
};
export type StepParameter = {
  name: string;
  type: string;
  title: string;
  description: string;
  is_required: boolean;
};

export function readManifest(): Manifest {
  const text = readFileSync(join(import.meta.dirname, '..', 'manifest.yml'), 'utf8');
  return readYaml(text) as unknown as Manifest;
}

export function readYaml(text: string): Yaml {
  const lines = text.split('\n').flatMap((line, index): Line[] => {
    const content = line.trim();
    if (content === '' || content.startsWith('#')) return [];
    if (line.includes('\t')) throw new Error(`line ${index + 1}: a tab`);
    return [{ indent: line.search(/\S/), content, number: index + 1 }];
  });
  const { value, next } = readBlock(lines, 0);
  const left = lines[next];
  if (left) throw new Error(`line ${left.number}: indented as nothing before it`);
  return value;
}

type Line = { readonly indent: number; readonly content: string; readonly number: number };
type Read = { readonly value: Yaml; readonly next: number };

const ENTRY = /^([\w-]+):(?: (.*))?$/;

function readBlock(lines: readonly Line[], start: number): Read {
  const first = lines[start];
  if (!first) throw new Error('nothing where a value was expected');
  return first.content.startsWith('- ') ? readList(lines, start) : readMap(lines, start);
}

function readMap(lines: readonly Line[], start: number): Read {
  const { indent = 0 } = lines[start] ?? {};
  const map: Record<string, Yaml> = {};
  let at = start;
  for (let line = lines[at]; line && line.indent === indent; line = lines[at]) {
    const [, key, value] = ENTRY.exec(line.content) ?? [];
    if (key === undefined) throw new Error(`line ${line.number}: no "key: value"`);
    if (Object.hasOwn(map, key)) throw new Error(`line ${line.number}: ${key} stands there twice`);
    const below = lines[at + 1];
    if (value !== undefined) {
      map[key] = readScalar(value, line.number);
      at += 1;
    } else {
      if (!below || below.indent <= indent) throw new Error(`line ${line.number}: ${key} has no value`);
      const read = readBlock(lines, at + 1);
      map[key] = read.value;
      at = read.next;
    }
  }
  return { value: map, next: at };
}

function readList(lines: readonly Line[], start: number): Read {
  const { indent = 0 } = lines[start] ?? {};
  const list: Yaml[] = [];
  let at = start;
  for (let line = lines[at]; line && line.indent === indent; line = lines[at]) {
    if (!line.content.startsWith('- ')) throw new Error(`line ${line.number}: no "- item"`);
    const content = line.content.slice(2);
    if (ENTRY.test(content)) {
      // The item is a map whose first entry stands behind the dash.
      const entries = [
        ...lines.slice(0, at),
        { ...line, indent: indent + 2, content },
        ...lines.slice(at + 1),
      ];
      const read = readMap(entries, at);
      list.push(read.value);
      at = read.next;
    } else {
      list.push(readScalar(content, line.number));
      at += 1;
    }
  }
  return { value: list, next: at };
}

function readScalar(text: string, line: number): Yaml {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^"[^"\\]*"$/.test(text)) return text.slice(1, -1);
  // What YAML would take for something else, or cut short: to be written in quotes.
  if (/^[\s"'[\]{}&*!|>%@`#?,-]|: | #|^(null|~|yes|no|on|off)$|^[\d.]+$/i.test(text))
    throw new Error(`line ${line}: ${text} wants plain double quotes`);
  return text;
}
