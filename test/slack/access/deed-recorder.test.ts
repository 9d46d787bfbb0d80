// Deeds that change no order: which of them must be recorded before anything else happens, and that nobody can fill the record.
import { expect, test } from 'vitest';
import type { Deed } from '#orders/audit-line.ts';
import { createMovingClock } from '#sandbox/environment/moving-clock.ts';
import { createDeedRecorder } from '#slack/access/deed-recorder.ts';
import { referenceOf } from '#test/store/sample-order.ts';

function start() {
  const clock = createMovingClock();
  const recorded: Deed[] = [];
  const logged: Readonly<Record<string, unknown>>[] = [];
  let isDown = false;
  const recorder = createDeedRecorder({
    audit: {
      async append(deeds) {
        if (isDown) throw new Error('the store is away');
        recorded.push(...deeds);
      },
      // A page for each line.
      async linesBetween({ from }, { after = '0' }) {
        const later = recorded.filter(({ at }) => at >= from);
        const [line] = later.slice(Number(after)).map((deed, seq) => ({ ...deed, seq, hash: '' }));
        const next = Number(after) + 1 < later.length ? String(Number(after) + 1) : undefined;
        return { lines: line ? [line] : [], damaged: [], next };
      },
    },
    clock,
    reporter: {
      error(_, about) {
        logged.push(about);
        return 'incident';
      },
    },
  });
  const goDown = (down = true) => {
    isDown = down;
  };
  return { clock, recorder, recorded, logged, goDown };
}

const SEARCH = { who: 'U1', deed: 'searched', outcome: '3' } as const;
const REFUSED = { who: 'U9', what: 'command open', why: 'guest' };

test('a deed gets the time of the clock', async () => {
  const { clock, recorder, recorded } = start();
  clock.hold();
  await recorder.recordFirst(SEARCH);
  expect(recorded).toEqual([{ ...SEARCH, at: clock.now() }]);
});

test('what must be recorded first is refused while the store does not take it, and goes on when it does', async () => {
  const { recorder, recorded, goDown } = start();
  goDown();
  await expect(recorder.recordFirst(SEARCH)).rejects.toThrow('away');
  await expect(recorder.recordFirstSometimes(SEARCH)).rejects.toThrow('away');
  goDown(false);
  await recorder.recordFirstSometimes(SEARCH);
  await recorder.recordFirstSometimes(SEARCH);
  expect(recorded).toHaveLength(1);
});

test('what was recorded before the store failed is not recorded once more', async () => {
  const { clock, recorder, recorded } = start();
  const begun = { who: 'U1', deed: 'begun_bulk', outcome: 'C1 3 prompt b1' } as const;
  const since = clock.now();
  await recorder.recordFirst(SEARCH);
  await recorder.recordFirstOnce(begun, undefined);
  await recorder.recordFirstOnce(begun, since);
  expect(recorded.map(({ deed }) => deed)).toEqual(['searched', 'begun_bulk']);
  // Another file, or the same when nothing was recorded after all.
  await recorder.recordFirstOnce({ ...begun, outcome: 'C1 3 prompt b2' }, since);
  clock.advance(10 * 60_000);
  await recorder.recordFirstOnce(begun, clock.now());
  expect(recorded).toHaveLength(4);
});

test('what was done all the same is only logged while the store does not take it, with who and what', async () => {
  const { recorder, logged, goDown } = start();
  goDown();
  await recorder.record({ who: 'U1', deed: 'switched_alerts', outcome: 'C1 on' });
  await recorder.recordRefusal(REFUSED);
  expect(logged).toEqual([
    { what: 'a deed is missing in the audit record', deed: 'switched_alerts', by: 'U1' },
    { what: 'a deed is missing in the audit record', deed: 'refused', by: 'U9' },
  ]);
});

test('a thousand refusals of one thing within a minute are one line; another thing, another person and a minute later are others', async () => {
  const { clock, recorder, recorded } = start();
  for (let presses = 0; presses < 1_000; presses += 1) await recorder.recordRefusal(REFUSED);
  await recorder.recordRefusal({ ...REFUSED, what: 'command find' });
  await recorder.recordRefusal({ ...REFUSED, who: 'U8', order: referenceOf('INV-1') });
  clock.advance(59_999);
  await recorder.recordRefusal(REFUSED);
  clock.advance(1);
  await recorder.recordRefusal(REFUSED);
  expect(recorded.map(({ who, outcome }) => `${who} ${outcome}`)).toEqual([
    'U9 guest: command open',
    'U9 guest: command find',
    'U8 guest: command open',
    'U9 guest: command open',
  ]);
  expect(recorded.map(({ order }) => order)).toEqual([undefined, undefined, 'INV-1', undefined]);
});

test('a search is recorded a minute later also when the clock was set back in between', async () => {
  const { clock, recorder, recorded } = start();
  await recorder.recordFirstSometimes(SEARCH);
  clock.advance(-60 * 60_000);
  clock.advance(60_000);
  await recorder.recordFirstSometimes(SEARCH);
  expect(recorded).toHaveLength(2);
});
