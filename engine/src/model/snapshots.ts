import type { Dataset, Measure, Model } from '@rise/contract';
import { overOf } from './measures.ts';

const OF_MEASURES = new Set<Measure['kind']>(['combine', 'ratio', 'derived']);

/** A measure over the rows of a periodic snapshot takes those of the last date. */
function onLastSnapshot(measure: Measure, time: string): Measure {
  if (OF_MEASURES.has(measure.kind) || overOf(measure)) return measure;
  return { ...measure, over: { time, take: 'last' } } as Measure;
}

/** The model with `over` in all measures of periodic snapshots. */
export function withSnapshots(model: Model): Model {
  return {
    ...model,
    datasets: model.datasets.map((dataset) => {
      const { snapshots: time, measures } = dataset;
      return time === undefined
        ? dataset
        : { ...dataset, measures: measures.map((measure) => onLastSnapshot(measure, time)) };
    }),
  };
}

/** Whether a measure takes the last date only because all of its dataset do. */
export function isOfSnapshots({ snapshots }: Dataset, measure: Measure): boolean {
  const over = overOf(measure);
  return over !== undefined && over.time === snapshots && over.take === 'last' && over.per === undefined;
}
