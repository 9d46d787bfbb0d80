// Pictures in blocks. Slack fetches each one before it takes the blocks, refuses all of them when it cannot, and shows people
// its own copy. Slack, Image block; what it says of a picture that it cannot fetch is what people report of it.
import { asFieldsList, asText, type Fields, isFields } from '#sandbox/slack/json.ts';
import { refusalWithProblems } from '#sandbox/slack/state/refusal.ts';
import type { FaultPlan } from './faults.ts';

export type Picture = { readonly type: string; readonly content: Buffer };

export type Pictures = {
  /** Fetches every picture of a message or view. Refuses with invalid_blocks, or invalid_arguments for a view. */
  fetchIn(args: Fields): Promise<void>;
  /** Slack's copy. */
  find(url: string): Picture | undefined;
};

/** What Slack shows; it takes no others. */
const TYPES = /^image\/(png|jpeg|gif)\b/;

/** `limitMs`: so long each may take. `faults`: one of `picture` makes that the next one cannot be fetched. */
export function createPictures(limitMs: number, faults: Pick<FaultPlan, 'take'>): Pictures {
  const copies = new Map<string, Picture>();

  async function fetchOne(url: string): Promise<boolean> {
    if (faults.take('picture') || !/^https?:/.test(url)) return false;
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(limitMs) });
      const type = answer.headers.get('content-type') ?? '';
      const content = Buffer.from(await answer.arrayBuffer());
      if (!answer.ok || !TYPES.test(type) || content.length === 0) return false;
      copies.set(url, { type, content });
      return true;
    } catch {
      return false;
    }
  }

  return {
    async fetchIn({ blocks, view }) {
      const [shown, at] = isFields(view) ? [view.blocks, '/view/blocks'] : [blocks, '/blocks'];
      const fetched = asFieldsList(shown).map(async (block, index) => {
        if (block.type !== 'image' || (await fetchOne(asText(block.image_url)))) return [];
        return [`downloading image failed [json-pointer:${at}/${index}/image_url]`];
      });
      const problems = (await Promise.all(fetched)).flat();
      const code = isFields(view) ? 'invalid_arguments' : 'invalid_blocks';
      if (problems.length > 0) throw refusalWithProblems(code, problems);
    },
    find: (url) => copies.get(url),
  };
}
