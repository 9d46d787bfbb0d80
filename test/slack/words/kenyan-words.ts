// Words as a merchant in Kenya types them, which is whom most tests are about.
import * as words from '#slack/words/command-words.ts';

export function readPromptWords(typed: string): words.Prefill {
  return words.readPromptWords(typed, 'KES');
}

export function readLinkWords(typed: string): words.Prefill {
  return words.readLinkWords(typed, 'KES');
}
