import { createHash } from 'node:crypto';
import type { CombinedDataset, Dataset, Dimension, Measure, Model } from '@rise/contract';
import { ModelError } from '../errors.ts';
import { withMeanings } from './check-mappings.ts';
import { checkModel } from './check-model.ts';
import { checkRollups } from './check-rollups.ts';
import { combine } from './combine.ts';
import { readExpressions } from './read-expressions.ts';
import type { DatasetExpressions } from './read-expressions.ts';
import type { ProblemPath } from './parse-yaml.ts';

/** One table of facts with what is joined to it, and what the fields of a dataset compute there. */
export interface CompiledFact {
  /** The dataset that is asked, which has this fact: itself, or one that combines it with others. */
  readonly name: string;
  readonly dataset: Dataset;
  readonly dimensions: ReadonlyMap<string, Dimension>;
  /** Dimensions that this fact or another has but not all: by name, the dataset to ask for it instead. */
  readonly unshared: ReadonlyMap<string, string>;
  readonly measures: ReadonlyMap<string, Measure>;
  /** What each dimension and measure computes, and which rows a measure takes, by its name. */
  readonly expressions: Readonly<DatasetExpressions>;
}

/** A dataset that can be asked. Of its `expressions` those of dimensions differ from fact to fact where there are several. */
export interface CompiledDataset extends Omit<CompiledFact, 'name' | 'dataset'> {
  readonly dataset: Dataset | CombinedDataset;
  /** One, or several where datasets are combined. */
  readonly facts: readonly CompiledFact[];
  /** The fact whose rows a measure is computed of; none for what is made of other measures. */
  readonly factOf: ReadonlyMap<string, CompiledFact>;
}

/** A checked model, indexed by name. `hash` changes with anything in it. */
export interface CompiledModel {
  readonly model: Model;
  readonly hash: string;
  readonly datasets: ReadonlyMap<string, CompiledDataset>;
}

const byName = <T extends { name: string }>(list: readonly T[]) => new Map(list.map((each) => [each.name, each]));

function compileDataset(model: Model, dataset: Dataset): CompiledDataset {
  const fact: CompiledFact = {
    name: dataset.name,
    dataset,
    dimensions: byName(dataset.dimensions),
    unshared: new Map(),
    measures: byName(dataset.measures),
    expressions: readExpressions(model, dataset, [], () => undefined),
  };
  return { ...fact, facts: [fact], factOf: new Map(dataset.measures.map(({ name }) => [name, fact])) };
}

function compileCombined(model: Model, dataset: CombinedDataset): CompiledDataset {
  const { facts, dimensions, unshared, measures, values } = combine(model, dataset, () => undefined);
  const compiled = facts.map((fact): CompiledFact => ({ name: dataset.name, dimensions, unshared, measures, ...fact }));
  const ofRows = compiled.flatMap((fact, index) => facts[index]!.names.map((name) => [name, fact] as const));
  const all = facts.map((fact) => fact.expressions);
  return {
    dataset,
    dimensions,
    unshared,
    measures,
    expressions: {
      values: new Map([...all.flatMap((each) => [...each.values]), ...values]),
      conditions: new Map(all.flatMap((each) => [...each.conditions])),
      rules: new Map(),
    },
    facts: compiled,
    factOf: new Map(ofRows),
  };
}

/** A model whose names and references are right, indexed by name. */
function indexModel(model: Model): CompiledModel {
  const titled = withMeanings(model);
  return {
    model,
    hash: createHash('sha256').update(JSON.stringify(model)).digest('base64url'),
    datasets: new Map([
      ...titled.datasets.map((dataset) => [dataset.name, compileDataset(titled, dataset)] as const),
      ...titled.combined.map((dataset) => [dataset.name, compileCombined(titled, dataset)] as const),
    ]),
  };
}

/** Checks a model and answers it indexed, as far as it can be: `report` is told everything that is wrong with it. */
export function indexChecked(model: Model, report: (path: ProblemPath, message: string) => void): CompiledModel | null {
  let whole = true;
  const noted = (path: ProblemPath, message: string) => {
    whole = false;
    report(path, message);
  };
  checkModel(model, noted);
  if (!whole) return null;
  const compiled = indexModel(model);
  checkRollups(compiled, noted);
  return whole ? compiled : null;
}

/** Checks and indexes a model, for example one read back from a database. Throws `ModelError`. */
export function compileModel(model: Model): CompiledModel {
  const problems: ModelError['problems'] = [];
  const compiled = indexChecked(model, (path, message) =>
    problems.push({ file: model.name, line: null, column: null, path: path.map(String).join('.'), message }),
  );
  if (!compiled) throw new ModelError(problems);
  return compiled;
}
