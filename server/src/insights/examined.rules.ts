import type { Dataset, Dimension, FigureFormat, Measure, TimeGrain } from '@rise/contract';
import { figureFormatOf, reportedIn, type CompiledDataset, type CompiledModel } from '@rise/engine';

/** More than this of a dataset is not looked at: ratios count first, then what its model names first. */
const MOST_MEASURES = 80;
const MOST_DIMENSIONS = 20;

export interface ExaminedMeasure {
  readonly measure: Measure;
  readonly format: FigureFormat;
  /** Whether the members of a dimension add up to the whole. */
  readonly adds: boolean;
  /** Measures that add up to what a ratio is divided by; empty for others, and where that is unknown. */
  readonly base: readonly { readonly measure: string; readonly factor: number }[];
  /** Whether every member can be computed as cheaply as a sum. */
  readonly isCheap: boolean;
}

/** What of a dataset is looked at. */
export interface Examined {
  readonly dataset: Dataset;
  readonly compiled: CompiledDataset;
  /** The date that figures are of; null without one. */
  readonly time: string | null;
  readonly measures: readonly ExaminedMeasure[];
  readonly dimensions: readonly Dimension[];
  /** Whose members are peers of one another; null without one. */
  readonly entity: { readonly key: Dimension; readonly name: Dimension } | null;
}

const ADDS: ReadonlySet<Measure['kind']> = new Set(['sum', 'count', 'combine', 'average_balance']);
const COSTLY: ReadonlySet<Measure['kind']> = new Set(['median', 'percentile', 'variance', 'stddev', 'count_distinct']);

/** What is of no size: the whole, and members of any size, can be compared by it. */
export const isRatio = ({ kind }: Measure): boolean => kind === 'ratio' || kind === 'average' || kind === 'derived';

/** The date dimension of balances, or of the dataset's as-of date. */
function timeOf(dataset: Dataset, dimensions: readonly Dimension[]): string | null {
  const dates = dimensions.filter(({ type }) => type === 'date' || type === 'timestamp');
  const named = [
    dataset.snapshots,
    ...dataset.measures.map((measure) => ('over' in measure ? measure.over?.time : undefined)),
  ].find((name) => dates.some((date) => date.name === name));
  if (named !== undefined) return named;
  const column = dataset.asOf?.column.toLowerCase();
  const own = dates.find((date) => (date.column?.column ?? date.expression)?.toLowerCase() === column);
  return own?.name ?? (dates.length === 1 ? dates[0]!.name : null);
}

function measureOf(
  { model }: CompiledModel,
  compiled: CompiledDataset,
  measure: Measure,
  currency: string | undefined,
): ExaminedMeasure {
  return {
    measure,
    format: figureFormatOf(compiled, measure, reportedIn(model, currency)),
    adds: ADDS.has(measure.kind),
    base: measure.kind === 'ratio' ? measure.denominator : [],
    isCheap: !COSTLY.has(measure.kind),
  };
}

const isGroup = ({ type, values, bands, per }: Dimension): boolean =>
  per === undefined && (type === 'string' || type === 'boolean' || (type === 'integer' && Boolean(values ?? bands)));

/** What can be looked at in each dataset over rows, without what masks hide. */
export function examinedIn(
  model: CompiledModel,
  { hidden, currency }: { hidden: ReadonlyMap<string, ReadonlySet<string>>; currency: string | undefined },
): Examined[] {
  return model.model.datasets.flatMap((dataset): Examined[] => {
    const compiled = model.datasets.get(dataset.name)!;
    const isHidden = hidden.get(dataset.name) ?? new Set();
    const open = [...compiled.dimensions.values()].filter(({ name }) => !isHidden.has(name));
    const { entity } = dataset;
    const key = open.find(({ name }) => name === entity?.key);
    const measures = [...compiled.measures.values()]
      .filter(({ name, format }) => !isHidden.has(name) && format.unit !== 'date' && format.unit !== 'time')
      .toSorted((a, b) => Number(isRatio(b)) - Number(isRatio(a)))
      .slice(0, MOST_MEASURES)
      .map((measure) => measureOf(model, compiled, measure, currency));
    if (measures.length === 0) return [];
    return [
      {
        dataset,
        compiled,
        time: timeOf(dataset, open),
        measures,
        dimensions: open
          .filter(
            (dimension) => isGroup(dimension) && dimension.name !== entity?.key && dimension.name !== entity?.name,
          )
          .slice(0, MOST_DIMENSIONS),
        entity: key ? { key, name: open.find(({ name }) => name === entity?.name) ?? key } : null,
      },
    ];
  });
}

/** Periods of a year. */
export const CYCLES: Readonly<Record<TimeGrain, number>> = {
  hour: 1,
  day: 7,
  week: 52,
  month: 12,
  quarter: 4,
  year: 1,
  fiscal_quarter: 4,
  fiscal_year: 1,
};
