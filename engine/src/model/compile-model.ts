import { createHash } from 'node:crypto';
import type { Dataset, Dimension, Measure, Model } from '@rise/contract';
import { ModelError } from '../errors.ts';
import { checkModel } from './check-model.ts';
import { readExpressions } from './read-expressions.ts';
import type { DatasetExpressions } from './read-expressions.ts';

export interface CompiledDataset {
  readonly dataset: Dataset;
  readonly dimensions: ReadonlyMap<string, Dimension>;
  readonly measures: ReadonlyMap<string, Measure>;
  /** What each dimension and measure computes, and which rows a measure takes, by its name. */
  readonly expressions: Readonly<DatasetExpressions>;
}

/** A checked model, indexed by name. `hash` changes with anything in it. */
export interface CompiledModel {
  readonly model: Model;
  readonly hash: string;
  readonly datasets: ReadonlyMap<string, CompiledDataset>;
}

/** Checks and indexes a model, for example one read back from a database. Throws `ModelError`. */
export function compileModel(model: Model): CompiledModel {
  const problems: ModelError['problems'] = [];
  checkModel(model, (path, message) =>
    problems.push({ file: model.name, line: null, path: path.map(String).join('.'), message }),
  );
  if (problems.length > 0) throw new ModelError(problems);
  const byName = <T extends { name: string }>(list: T[]) => new Map(list.map((each) => [each.name, each]));
  return {
    model,
    hash: createHash('sha256').update(JSON.stringify(model)).digest('base64url'),
    datasets: new Map(
      model.datasets.map((dataset) => [
        dataset.name,
        {
          dataset,
          dimensions: byName(dataset.dimensions),
          measures: byName(dataset.measures),
          expressions: readExpressions(model, dataset, [], () => undefined),
        },
      ]),
    ),
  };
}
