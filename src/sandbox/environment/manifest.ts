// What manifest.yml says about the app: the sandbox grants its scopes, knows its steps, and offers its command and
// shortcuts, so that what is missing in the file that Slack gets is missing here too.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';

const MANIFEST = join(import.meta.dirname, '..', '..', '..', 'manifest.yml');

const parameter = z.object({
  type: z.string(),
  title: z.string(),
  description: z.string(),
  is_required: z.boolean(),
});

const step = z.object({
  title: z.string(),
  description: z.string(),
  input_parameters: z.record(z.string(), parameter),
  output_parameters: z.record(z.string(), parameter),
});

const schema = z.object({
  features: z.object({
    slash_commands: z.tuple([
      z.object({
        command: z.string(),
        description: z.string(),
        usage_hint: z.string(),
        should_escape: z.boolean(),
      }),
    ]),
    shortcuts: z.array(
      z.object({ name: z.string(), type: z.string(), callback_id: z.string(), description: z.string() }),
    ),
  }),
  functions: z.record(z.string(), step),
  oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()).min(1) }) }),
  settings: z.object({ event_subscriptions: z.object({ bot_events: z.array(z.string()) }) }),
});

export type AppManifest = z.infer<typeof schema>;

/** Throws when the manifest lacks scopes, the command, or anything else that the sandbox needs. */
export async function readManifest(): Promise<AppManifest> {
  return schema.parse(parse(await readFile(MANIFEST, 'utf8')));
}
