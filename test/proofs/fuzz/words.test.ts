// What people type and press: command words, forms, and the values of buttons.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasCardNumber } from '#lib/text.ts';
import {
  canonicalReference,
  canonicalTrackingId,
  foldReference,
  isTrackingId,
  parseReference,
  parseStoredReference,
} from '#orders/reference.ts';
import { NETWORK_LIMITS } from '#provider/methods.ts';
import { readPayload } from '#slack/bolt/payloads.ts';
import { isPastedSms, readPastedSms } from '#slack/find/arguments.ts';
import { readFirstWord } from '#slack/listen/subcommand.ts';
import { linkForm, promptForm, readMemory, writeMemory } from '#slack/order/form-fields.ts';
import { cardNumberErrors, readLinkForm, readPromptForm } from '#slack/order/forms.ts';
import { escapeMrkdwn } from '#slack/text/escape.ts';
import type { FormState } from '#slack/ui/fields.ts';
import { readLinkWords, readPromptWords } from '#slack/words/command-words.ts';
import { unwrap } from '#slack/words/typed-words.ts';
import { interactionOf, VIEW } from '#test/slack/bolt/payload-samples.ts';
import { fillIn } from '#test/slack/fill-in.ts';
import { referenceOf } from '#test/store/sample-order.ts';
import { expectHarmless, expectQuick } from './harmless.ts';
import { jsonFrom, jsonTextFrom, longTexts, textFrom } from './mutated.ts';

const WORDS = [
  'prompt 0712 345 678 1,500 Two bags of seed',
  'link KES 1,500.50 for Ann <tel:+254712345678|0712345678>',
  'find 7K3M9-QX2ZD',
  'send +254 (0) 712-345-678 2k school fees',
  '<@U1> hello 1500/= 0733123456 for Jane &amp; Co',
  'cancel INV-2041',
  'report last month',
  '“find 96a5e1d9-f711-4423-82ce-dd758f972713”',
  'ask USD 12.50 mama mboga kilo 2 @ 150, 3 x 50kg unga',
];
const OPENING = { memory: { formId: '0123456789abcdef0123456789abcdef' }, channel: 'C1', warnings: [] };
const NOW = Date.parse('2026-11-21T09:00:00Z');

function readWords(text: string, currency = 'KES'): void {
  const typed = unwrap(text);
  hasCardNumber(typed);
  const first = readFirstWord(text);
  const words = 'words' in first ? first.words : '';
  promptForm({ ...OPENING, prefill: readPromptWords(words, currency), defaultCurrency: currency });
  linkForm({ ...OPENING, prefill: readLinkWords(words, currency), defaultCurrency: currency });
}

describe('words behind the command', () => {
  test('any words are read, and a form can be opened with what was read', async () => {
    const currency = fc.constantFrom('KES', 'UGX', 'USD');
    await expectHarmless(fc.tuple(textFrom(WORDS), currency), ([text, home]) => readWords(text, home), 1_000);
  });

  test('ten kilobytes of words are read in ten milliseconds', () => {
    expectQuick((text) => unwrap(text));
    expectQuick(readFirstWord);
    // It reads no more than 3,000 characters, so that what stands behind a long run is not among the ten thousand.
    expectQuick((text) => readFirstWord(`${text.slice(0, 2_990)} x`));
    expectQuick((text) => readPromptWords(text, 'KES'));
    expectQuick((text) => readLinkWords(text, 'KES'));
    expectQuick(readPastedSms);
    expectQuick(isPastedSms);
    expectQuick((text) => escapeMrkdwn(unwrap(text)));
    expectQuick(hasCardNumber);
  });
});

const PROMPT = fillIn(promptForm({ ...OPENING, prefill: {}, defaultCurrency: 'KES' }), {
  msisdn: '0712 345 678',
  amount: '1,500',
  description: 'Two bags',
});
const LINK = fillIn(linkForm({ ...OPENING, prefill: {}, defaultCurrency: 'KES' }), {
  amount: '1,500',
  description: 'Two bags',
});

function readForms(state: FormState): void {
  cardNumberErrors(state);
  for (const { status, ...read } of [
    readPromptForm(state, NETWORK_LIMITS),
    readLinkForm(state, { now: NOW, defaultCurrency: 'KES', timeZone: 'Africa/Nairobi' }),
  ])
    if (status === 'invalid' && 'errors' in read)
      for (const sentence of Object.values(read.errors)) expect(sentence).toMatch(/^\p{Lu}/u);
}

describe('a submitted form', () => {
  test('any text in any field is read, or answered with a sentence at the field', async () => {
    const text = textFrom([
      '0712 345 678',
      '1,500.50',
      'Two bags',
      'INV-77',
      'amina@example.com',
      '2030-01-31',
      'KES',
    ]);
    const state = fc
      .tuple(
        fc.constantFrom(PROMPT, LINK),
        fc.array(fc.tuple(fc.nat(), text), { minLength: 1, maxLength: 4 }),
      )
      .map(([form, edits]) => edits.reduce(withText, form));
    await expectHarmless(state, readForms);
  });

  test('ten kilobytes in every field are read in ten milliseconds', () => {
    for (const form of [PROMPT, LINK])
      expectQuick((text) =>
        readForms(Object.keys(form).reduce((state, _, at) => withText(state, [at, text]), form)),
      );
  });

  test('whatever private_metadata holds, it is what Teller wrote or nothing', async () => {
    const memory = {
      formId: OPENING.memory.formId,
      resendOf: referenceOf('INV-1'),
      balanceOf: referenceOf('INV-2'),
    };
    await expectHarmless(jsonTextFrom([memory, OPENING.memory]), (text) => {
      const read = readMemory(text);
      if (read) expect(readMemory(writeMemory(read))).toEqual(read);
    });
    expectQuick(readMemory);
    expectQuick((text) => readMemory(JSON.stringify({ ...memory, resendOf: text })));
  });
});

/** One field with `text`, typed or chosen as that field has it. */
function withText(state: FormState, [at, text]: readonly [number, string]): FormState {
  const names = Object.keys(state);
  const name = names[at % names.length] ?? '';
  const fields = Object.entries(state[name] ?? {}).map(([field, value]) => [
    field,
    'selected_option' in value
      ? { ...value, selected_option: { value: text } }
      : 'selected_date' in value
        ? { ...value, selected_date: text }
        : { ...value, value: text },
  ]);
  return { ...state, [name]: Object.fromEntries(fields) };
}

test('any value of a button is a reference, a tracking id or nothing, and stays the same when it is read again', async () => {
  const values = ['7K3M9-QX2ZD', 'INV-2041', 'REC-1/96a5e1d9-f711-4423-82ce-dd758f972713', ' br6zc–vv9hI '];
  function read(text: string): void {
    for (const parse of [parseReference, parseStoredReference, canonicalReference, foldReference]) {
      const once = parse(text);
      if (once !== undefined) expect(parse(once)).toBe(once);
    }
    expect(isTrackingId(canonicalTrackingId(text))).toBe(isTrackingId(text));
  }
  await expectHarmless(textFrom(values), read);
  expectQuick(read);
});

test('whatever form state Slack sends is refused at the door, or read', async () => {
  await expectHarmless(jsonFrom([PROMPT, LINK]), (values) => {
    const payload = interactionOf('view_submission', { view: { ...VIEW, state: { values } } });
    const { data: body, error } = readPayload(payload);
    if (body) readForms((body['view'] as { state: { values: FormState } }).state.values);
    else expect(error).toBeDefined();
  });
  expect(longTexts(10_000).every((text) => text.length >= 10_000)).toBe(true);
});
