// Finds out which column of a spreadsheet holds what, by its titles. Pure.
import { plainText } from '#lib/text.ts';
import { type Currency, currencyOf } from '#provider/currencies.ts';

export const COLUMNS = ['phone', 'amount', 'description', 'name', 'reference', 'currency'] as const;
export type Column = (typeof COLUMNS)[number];

/** Titles as people write them, without blanks and signs. */
const TITLES: Record<Column, string> = {
  phone:
    'phone phoneno phonenumber phonenumbers number msisdn mobile mobileno mobilenumber mobilephone tel telno telephone telephoneno telephonenumber cell cellphone customerphone customernumber simu nambari téléphone',
  amount: 'amount amt sum total price kiasi montant somme',
  description:
    'description desc for what whatfor details detail item items narration purpose reason product maelezo libellé',
  name: 'name names fullname customer customername client clientname jina nom',
  reference:
    'reference referenceno referencenumber ref refno refnumber merchantreference invoice invoiceno invoicenumber orderno ordernumber référence',
  currency: 'currency currencycode ccy curr sarafu devise',
};

const COLUMN_OF = new Map(
  COLUMNS.flatMap((column) => TITLES[column].split(' ').map((title) => [title, column] as const)),
);

/** `places`: from 0. `currency`: said in the title of the amounts, as in “Amount (KES)”. */
export type Columns = {
  readonly places: ReadonlyMap<Column, number>;
  readonly currency: Currency | undefined;
  /** Titles, as written, of columns that are not read. */
  readonly ignored: readonly string[];
  /** Columns that several titles name, with these. */
  readonly doubled: ReadonlyMap<Column, readonly string[]>;
};

/** In any order and case. An empty title names nothing. `home`: whose shillings “Shs” are. */
export function columnsOf(titles: readonly string[], home?: string): Columns {
  const read = titles.map((title) => ({ title: title.trim(), ...readTitle(title, home) }));
  const places = new Map<Column, number>();
  const doubled = new Map<Column, string[]>();
  for (const [place, { column }] of read.entries()) {
    if (!column) continue;
    if (!places.has(column)) places.set(column, place);
    else doubled.set(column, titlesOf(column));
  }
  return {
    places,
    doubled,
    currency: read.find(({ column }) => column === 'amount')?.currency,
    ignored: titlesOf(undefined).filter(Boolean),
  };

  function titlesOf(wanted: Column | undefined): string[] {
    return read.filter(({ column }) => column === wanted).map(({ title }) => title);
  }
}

function readTitle(
  title: string,
  home: string | undefined,
): {
  readonly column: Column | undefined;
  readonly currency: Currency | undefined;
} {
  const words = plainText(title)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const column = COLUMN_OF.get(words.join(''));
  if (column) return { column, currency: undefined };
  const currency = words.map((word) => currencyOf(word, home)).find((code) => code !== undefined);
  const rest = words.filter((word) => !currencyOf(word) && word !== 'in');
  const ofRest = COLUMN_OF.get(rest.join(''));
  return ofRest === 'amount' ? { column: 'amount', currency } : { column: undefined, currency: undefined };
}
