import { createHash } from 'node:crypto';
import type { CombinedDataset, Dataset, Dimension, Measure, Model, TimeGrain } from '@rise/contract';
import { withMappedValues } from './mappings.ts';
import { combine } from './combine.ts';
import type { Coverage } from './coverage.ts';
import { periodsOfRows } from './derived-datasets.ts';
import { withSnapshots } from './snapshots.ts';
import { readExpressions } from './read-expressions.ts';
import type { DatasetExpressions } from './read-expressions.ts';

/** One fact table with its joins, and the expressions of a dataset's fields in it. */
export interface CompiledFact {
  /** The queried dataset that has this fact: its own, or one that combines several. */
  readonly name: string;
  readonly dataset: Dataset;
  readonly dimensions: ReadonlyMap<string, Dimension>;
  /** Dimensions that only some of the facts have: name to the dataset to query instead. */
  readonly unshared: ReadonlyMap<string, string>;
  readonly measures: ReadonlyMap<string, Measure>;
  /** Expressions and conditions of dimensions and measures, by name. */
  readonly expressions: Readonly<DatasetExpressions>;
  /** Where rows are listed: measures that a row has no value of, each with what to name instead. */
  readonly unlisted?: ReadonlyMap<string, string>;
  /** Dimensions whose values are the first days of periods, because rows of a derived dataset are; with their grain. */
  readonly periods: ReadonlyMap<string, TimeGrain>;
}

/** A queryable dataset. With several facts, the expressions of a dimension differ per fact. */
export interface CompiledDataset extends Omit<CompiledFact, 'name' | 'dataset'> {
  readonly dataset: Dataset | CombinedDataset;
  /** One, or several for a combined dataset. */
  readonly facts: readonly CompiledFact[];
  /** The fact whose rows a measure is computed from; none for measures computed from other measures. */
  readonly factOf: ReadonlyMap<string, CompiledFact>;
}

/** A valid model, indexed by name. `hash` changes with any part of its content, the coverage included. */
export interface CompiledModel {
  readonly model: Model;
  readonly hash: string;
  readonly datasets: ReadonlyMap<string, CompiledDataset>;
  /** When the columns of the version that is queried were delivered; null where that is unknown. */
  readonly coverage: Coverage | null;
}

const byName = <T extends { name: string }>(list: readonly T[]) => new Map(list.map((item) => [item.name, item]));

/** Compiles datasets by name; a derived dataset after the one that its query reads. Both are in the model. */
class Compiler {
  readonly #model: Model;
  readonly #compiled = new Map<string, CompiledDataset>();

  constructor(model: Model) {
    this.#model = model;
  }

  compile(name: string): CompiledDataset {
    const known = this.#compiled.get(name);
    if (known) return known;
    const dataset = this.#model.datasets.find((item) => item.name === name);
    const compiled = dataset
      ? this.#dataset(dataset)
      : this.#combined(this.#model.combined.find((item) => item.name === name)!);
    this.#compiled.set(name, compiled);
    return compiled;
  }

  #dataset(dataset: Dataset): CompiledDataset {
    const expressions = readExpressions(this.#model, dataset, [], () => undefined);
    const fact: CompiledFact = {
      name: dataset.name,
      dataset,
      dimensions: byName(dataset.dimensions),
      unshared: new Map(),
      measures: byName(dataset.measures),
      expressions,
      periods: this.#periods(dataset, dataset.dimensions, expressions),
    };
    return { ...fact, facts: [fact], factOf: new Map(dataset.measures.map(({ name }) => [name, fact])) };
  }

  #combined(dataset: CombinedDataset): CompiledDataset {
    const { facts, dimensions, unshared, measures, values } = combine(this.#model, dataset, () => undefined);
    const compiled = facts.map((fact): CompiledFact => ({
      name: dataset.name,
      dimensions,
      unshared,
      measures,
      ...fact,
      periods: this.#periods(fact.dataset, dimensions.values(), fact.expressions),
    }));
    const ofRows = compiled.flatMap((fact, index) => facts[index]!.names.map((name) => [name, fact] as const));
    const all = facts.map((fact) => fact.expressions);
    return {
      dataset,
      dimensions,
      unshared,
      measures,
      expressions: {
        values: new Map([...all.flatMap((item) => [...item.values]), ...values]),
        conditions: new Map(all.flatMap((item) => [...item.conditions])),
        rules: new Map(),
        joins: new Map(),
        currencies: new Map(all.flatMap((item) => [...item.currencies])),
      },
      periods: new Map(compiled.flatMap((fact) => [...fact.periods])),
      facts: compiled,
      factOf: new Map(ofRows),
    };
  }

  #periods(dataset: Dataset, dimensions: Iterable<Dimension>, { values }: DatasetExpressions): CompiledFact['periods'] {
    if (!dataset.query) return new Map();
    return periodsOfRows(dataset, { dimensions, values }, this.compile(dataset.query.dataset).periods);
  }
}

const hashOf = (content: unknown): string => createHash('sha256').update(JSON.stringify(content)).digest('base64url');

/** The model as it applies to a version: without the columns that it lacks, and with values only where it has them. */
export function withCoverage(compiled: CompiledModel, coverage: Coverage | null): CompiledModel {
  if (coverage === null) return compiled;
  return { ...compiled, coverage, hash: hashOf([compiled.hash, coverage]) };
}

/** Indexes a valid model by name. */
export function indexModel(model: Model): CompiledModel {
  const titled = withSnapshots(withMappedValues(model));
  const compiler = new Compiler(titled);
  return {
    model,
    coverage: null,
    hash: hashOf(model),
    datasets: new Map([...titled.datasets, ...titled.combined].map(({ name }) => [name, compiler.compile(name)])),
  };
}
