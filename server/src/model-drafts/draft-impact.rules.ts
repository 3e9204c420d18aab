import type { Measure, ModelChange } from '@rise/contract';
import { measuresBehind, type CompiledDataset, type CompiledModel } from '@rise/engine';

/** Fields of a measure that present it; changing them moves no figure. */
const PRESENTATION = new Set([
  'title',
  'label',
  'definition',
  'caveat',
  'format',
  'better',
  'owner',
  'source',
  'synonyms',
  'bands',
  'classifies',
  'description',
  'entity',
]);

/** Kinds of members of which no figure is computed. */
const UNCOUNTED: ReadonlySet<ModelChange['kind']> = new Set(['hierarchy', 'rollup', 'test']);

export interface ComparedMeasure {
  readonly dataset: string;
  readonly measure: Measure;
  readonly inActive: boolean;
  readonly inDraft: boolean;
}

const movesFigures = ({ change, kind, before, after }: ModelChange): boolean =>
  !UNCOUNTED.has(kind) &&
  (change !== 'changed' || Object.keys({ ...before, ...after }).some((key) => !PRESENTATION.has(key)));

/** Measures whose values the changes can move, in the order of the models. */
export function measuresToCompare(
  active: CompiledModel | null,
  draft: CompiledModel,
  changes: readonly ModelChange[],
): ComparedMeasure[] {
  const moving = changes.filter(movesFigures);
  const everywhere = moving.some(({ kind, dataset }) => dataset === null && kind !== 'combined');
  const names = new Set([...draft.datasets.keys(), ...(active?.datasets.keys() ?? [])]);
  return [...names].flatMap((name) => {
    const [before, after] = [active?.datasets.get(name), draft.datasets.get(name)];
    const own = moving.filter(({ dataset, kind, name: of }) => (kind === 'combined' ? of === name : dataset === name));
    const whole = everywhere || own.some(({ kind }) => kind !== 'measure') || isCombinedOf(before, after, moving);
    if (!whole && own.length === 0) return [];
    const changed = new Set(own.map((one) => one.name));
    const all = new Map([...(before?.measures ?? []), ...(after?.measures ?? [])]);
    return [...all.values()]
      .filter(({ name: of }) => whole || isTouched(before, of, changed) || isTouched(after, of, changed))
      .map((measure) => ({
        dataset: name,
        measure,
        inActive: before?.measures.has(measure.name) ?? false,
        inDraft: after?.measures.has(measure.name) ?? false,
      }));
  });
}

const isTouched = (dataset: CompiledDataset | undefined, measure: string, changed: ReadonlySet<string>): boolean =>
  dataset !== undefined &&
  dataset.measures.has(measure) &&
  [measure, ...measuresBehind(dataset, measure)].some((name) => changed.has(name));

/** Whether a combined dataset has a fact that changes. */
function isCombinedOf(
  before: CompiledDataset | undefined,
  after: CompiledDataset | undefined,
  moving: readonly ModelChange[],
): boolean {
  const facts = new Set([before, after].flatMap((one) => (one && 'facts' in one.dataset ? one.dataset.facts : [])));
  return moving.some(({ dataset }) => dataset !== null && facts.has(dataset));
}

/** The date dimension by which a dataset's latest month is found: its as-of date, else its first date. */
export function dayOf(compiled: CompiledDataset): string | null {
  const { dataset, dimensions } = compiled;
  const dates = [...dimensions.values()].filter(({ type }) => type === 'date' || type === 'timestamp');
  const asOf = 'asOf' in dataset ? dataset.asOf : undefined;
  const own = dates.find(({ column }) => column && column.table === asOf?.table && column.column === asOf.column);
  return (own ?? dates[0])?.name ?? null;
}
