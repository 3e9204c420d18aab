import { tendersOf } from '../../model/amounts.ts';
import type { Tender } from '../../model/amounts.ts';
import type { CompiledDataset } from '../../model/compiled-model.ts';
import { rowMeasuresBehind } from './parts.ts';

/** What the amounts behind a measure are in: see `tendersOf`. */
export const tendersBehind = (
  from: Pick<CompiledDataset, 'measures' | 'expressions' | 'factOf'>,
  name: string,
): Tender[] =>
  tendersOf(from, rowMeasuresBehind({ from }, from.measures.get(name)!), (part) => from.factOf.get(part)!.dataset.name);

/** What amounts are in, for messages. */
function tenderText(tender: Tender): string {
  switch (tender.kind) {
    case 'code':
      return tender.code;
    case 'converted':
      return "the reader's currency";
    case 'own':
      return 'the currency of each row';
    case 'unnamed':
      return 'a currency that the model does not name';
  }
}

/** Why amounts of money cannot be computed with each other; null if they can. */
export function mixedTenders(name: string, tenders: readonly Tender[]): string | null {
  const texts = [...new Map(tenders.map((tender) => [JSON.stringify(tender), tenderText(tender)])).values()];
  if (texts.length < 2) return null;
  return `'${name}' combines amounts in ${texts.slice(0, -1).join(', ')} and in ${texts.at(-1)!}. Convert all of them: add 'convert' to each of the measures, and the currency of those that name none.`;
}
