import type { CustomMeasures } from './query.ts';
import { measuresOf } from './measures.ts';
import type { GeneratedWarehouse } from './generate-warehouse.ts';

/** What a measure's amounts are in; of a fact's rows, where each row says it. Empty for what is not money. */
function tendersOf(warehouse: GeneratedWarehouse, custom: CustomMeasures | null, name: string): Set<string> {
  if (name === 'filtered') return tendersOf(warehouse, custom, custom!.filtered.of);
  if (name === 'formula') return union(warehouse, custom, [custom!.formula.left, 'filtered']);
  const measure = measuresOf(warehouse).get(name)!;
  if ('generated' in measure) {
    const { generated } = measure;
    if (generated.kind === 'combine')
      return union(
        warehouse,
        custom,
        generated.terms.map((term) => term.measure),
      );
    const [one, other] =
      generated.kind === 'ratio' ? [generated.top, generated.bottom] : [generated.left, generated.right];
    return union(warehouse, custom, [one, other]);
  }
  const { amounts } = measure.row;
  if (!amounts) return new Set();
  if (amounts.at !== null) return new Set(['converted']);
  return new Set([amounts.in === 'row' ? `own ${measure.fact}` : amounts.in]);
}
const union = (warehouse: GeneratedWarehouse, custom: CustomMeasures | null, names: readonly string[]) =>
  new Set(names.flatMap((name) => [...tendersOf(warehouse, custom, name)]));

/** Whether a formula of these measures is refused because of what their amounts are in. */
export const areDifferentTenders = (warehouse: GeneratedWarehouse, names: readonly string[]): boolean =>
  union(warehouse, null, names).size > 1;

/** Whether a measure's amounts may be in several currencies, so that its figures do not compare. */
export const isIncomparable = (warehouse: GeneratedWarehouse, custom: CustomMeasures | null, name: string): boolean =>
  [...tendersOf(warehouse, custom, name)].some((tender) => tender.startsWith('own'));

/** Whether the amounts of a measure may be in another currency than one that the model fixes. */
export const isOfAmounts = (warehouse: GeneratedWarehouse, custom: CustomMeasures | null, name: string): boolean =>
  [...tendersOf(warehouse, custom, name)].some((tender) => tender === 'converted' || tender.startsWith('own'));
