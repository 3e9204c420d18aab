import type { Dataset, Measure, Model } from '@rise/contract';
import { timeOfBalance } from './average-balances.ts';
import { overOf } from './measures.ts';

const OF_MEASURES = new Set<Measure['kind']>(['average_balance', 'combine', 'ratio', 'derived']);

/** A measure over the rows of a periodic snapshot takes those of the last date. */
function onLastSnapshot(measure: Measure, time: string): Measure {
  if (OF_MEASURES.has(measure.kind) || overOf(measure)) return measure;
  return { ...measure, over: { time, take: 'last' } } as Measure;
}

/** An average balance is of the last date of its balance. */
function onLastBalance(measure: Measure, dataset: Dataset): Measure {
  if (measure.kind !== 'average_balance') return measure;
  const balance = dataset.measures.find(({ name }) => name === measure.measure);
  const time = balance && timeOfBalance(dataset, balance);
  return time === undefined ? measure : ({ ...measure, over: { time, take: 'last' } } as Measure);
}

/** The model with `over` in all measures of periodic snapshots, and in average balances. */
export function withSnapshots(model: Model): Model {
  return {
    ...model,
    datasets: model.datasets.map((dataset) => {
      const { snapshots: time } = dataset;
      const averages = dataset.measures.map((measure) => onLastBalance(measure, dataset));
      const measures = time === undefined ? averages : averages.map((measure) => onLastSnapshot(measure, time));
      return { ...dataset, measures };
    }),
  };
}

/** Whether a measure takes the last date only because all of its dataset do. */
export function isOfSnapshots({ snapshots }: Dataset, measure: Measure): boolean {
  const over = overOf(measure);
  return over !== undefined && over.time === snapshots && over.take === 'last' && over.per === undefined;
}
