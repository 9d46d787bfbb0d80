// What customers quote is found in whatever way they write it, and finds nobody else.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerTo, createLink } from './agent.ts';
import { goToNoon } from './noon.ts';
import { type Rig, startRig } from './rig.ts';

let rig: Rig;
const LINKS = {
  'DAR-1': { phone_number: '+255754123456', first_name: 'Neema', description: 'Maize' },
  'DAR-2': { phone_number: '+255754123457', first_name: 'Neema', description: 'Maize' },
  'SHOP-1': { phone_number: '+254202345678', description: 'Maize' },
  'SHOP-2': { phone_number: '+254202345679', description: 'Maize' },
  'PLOT-1': { description: 'Plot 051', amount: '1500000', currency: 'UGX' },
  'PLOT-2': { description: 'Plot 052', amount: '1500000', currency: 'UGX' },
  'ROOM-1': { description: 'Room 2012' },
  'ROOM-2': { description: 'غرفة ٢٠١٣' },
  'ROOM-3': { description: 'Плац ٢٠١٤b' },
  'RENT-1': { description: 'Rent A/12/3, March' },
  'RENT-2': { description: 'Rent A/12/31' },
};

beforeAll(async () => {
  rig = await startRig();
  goToNoon(rig);
  for (const [id, values] of Object.entries(LINKS)) {
    await createLink(rig, { id, ...values });
    rig.agent.close();
    await rig.idle();
  }
  const monthly = { frequency: 'MONTHLY', start_date: '2031-01-15', end_date: '2031-12-15' };
  for (const [id, account_number] of [
    ['SUB-1', 'Flat 12B'],
    ['SUB-2', 'Flat 12B 9'],
    ['GYM-1', 'B7'],
    ['GYM-2', 'B71'],
  ] as const) {
    await createLink(rig, { id, account_number, description: 'Monthly', ...monthly });
    rig.agent.close();
    await rig.idle();
  }
});
afterAll(() => rig.stop());

const ALL = [...Object.keys(LINKS), 'SUB-1', 'SUB-2', 'GYM-1', 'GYM-2'];

it.each(
  [
    // A number of another country, as it is written there and with its code.
    ...['+255754123456', '255754123456', '255 754 123 456', '255-754-123-456', '00255754123456'],
    ...['number 255754123456 maize', '0754123456', '0754 123 456', '(0754) 123456', '754 123 456'],
    ...['Neema 0754.123.456', '754123456 today'],
  ].map((words) => ['DAR-1', words]),
)('Find: only %s by “%s”', isFound);

it.each(
  [
    ...['0202345678', '020 2345678', '(020) 234-5678', '(020)2345678', '020-234-5678', '254202345678'],
    ...['020\u2011234\u20115678', '(020) 234–5678', '020 234-5678 maize', '254 20 234-5678'],
    ...['+254 (0)20 234 5678'],
  ].map((words) => ['SHOP-1', words]),
)('Find: only %s by its landline “%s”', isFound);

it.each([
  ['PLOT-1', 'Plot 051 1500000'],
  ['PLOT-1', '(051) 1500000'],
  ['ROOM-1', 'room २०१२'],
  ['ROOM-1', '٢٠١٢'],
  ['ROOM-2', 'غرفة ٢٠١٣'],
  ['ROOM-2', '٢٠١٣'],
  ['ROOM-3', '“Плац ٢٠١٤b”'],
  ['RENT-1', 'A/12/3 rent'],
  ['SUB-1', 'Flat 12B'],
  ['SUB-1', 'FLAT12B'],
  ['SUB-1', 'account flat 12b?'],
  ['GYM-1', 'B7'],
  ['GYM-1', 'b7 today'],
])('Find: only %s by its words or account number “%s”', isFound);

async function isFound(reference: string, words: string): Promise<void> {
  const answer = await answerTo(rig, `find ${words}`);
  expect(ALL.filter((one) => new RegExp(`\\b${one}\\b`).test(answer))).toEqual([reference]);
}
