/** Abbreviations in column names, expanded. */
const WRITTEN_OUT: Record<string, string> = {
  acct: 'account',
  acc: 'account',
  amt: 'amount',
  apr: 'APR',
  apy: 'APY',
  atm: 'ATM',
  avg: 'average',
  bal: 'balance',
  cd: 'code',
  cnt: 'count',
  cu: 'credit union',
  cust: 'customer',
  desc: 'description',
  dt: 'date',
  id: 'ID',
  int: 'interest',
  nbr: 'number',
  no: 'number',
  nr: 'number',
  num: 'number',
  pct: 'percent',
  pmt: 'payment',
  prin: 'principal',
  qty: 'quantity',
  trans: 'transaction',
  txn: 'transaction',
  yr: 'year',
  zip: 'ZIP',
};

/** A column name as words: `LoanAmt` and `loan_amt` become 'loan amount'. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .flatMap((word) => (WRITTEN_OUT[word.toLowerCase()] ?? word.toLowerCase()).split(' '));
}

/** Words that a column ends with whose values identify something. */
const IDENTIFIERS = new Set(['id', 'key', 'code', 'number', 'ref', 'reference', 'uuid', 'guid']);

/** Whether a column is named as one that identifies something: by its last word. */
export const isCalledIdentifier = (name: string): boolean => {
  const words = wordsOf(name);
  return IDENTIFIERS.has(words.at(-1)?.toLowerCase() ?? '') && !(words[0] === 'number' && words.length > 1);
};
