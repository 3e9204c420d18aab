import type { Measure } from '@rise/contract';
import { ExpressionError } from '../expression/tokens.ts';
import { mapParts, walk, type Expression } from '../expression/tree.ts';
import { writeExpression } from '../expression/write.ts';
import { ansiText, datasetsIn, FieldResolver, otherDialects } from './import-fields.ts';
import { namesOf, titleOf } from './import-names.ts';
import type { ExchangeNote, OssieDataset, OssieMetric } from './ossie-document.ts';
import { readAggregates, type Aggregate, type AggregateFormula } from './read-aggregates.ts';
import type { StarTables } from './star-tables.ts';

/** A metric with the dataset that declares it; null for the model's. */
export interface ScopedMetric {
  readonly metric: OssieMetric;
  readonly owner: OssieDataset | null;
  readonly place: string;
}

interface ReadMetric extends ScopedMetric, AggregateFormula {}

/** Measures of stars, read from metrics: each goes to the first star that has all datasets it names. */
export function importMetrics(
  stars: readonly StarTables[],
  metrics: readonly ScopedMetric[],
  dimensionNames: ReadonlyMap<string, readonly string[]>,
  note: (note: ExchangeNote) => void,
): Map<string, Measure[]> {
  const lists = new Map(
    stars.map((star) => [star.root.name, new MeasureList(star, dimensionNames.get(star.root.name)!)]),
  );
  const read = metrics.flatMap((scoped): ReadMetric[] => {
    const parsed = attempt(scoped, note, () => readAggregates(ansiText(scoped.metric.expression)));
    return parsed ? [{ ...scoped, ...parsed }] : [];
  });
  // Metrics of one aggregate come first, so that formulas can refer to them.
  const isSimple = ({ formula }: ReadMetric) => formula.kind === 'name';
  for (const one of [...read.filter(isSimple), ...read.filter((other) => !isSimple(other))]) {
    attempt(one, note, () => {
      const star = starOf(stars, one);
      for (const reason of lists.get(star.root.name)!.add(one)) note({ place: one.place, reason });
    });
  }
  return new Map([...lists].map(([name, list]) => [name, list.measures]));
}

function attempt<T>({ place }: ScopedMetric, note: (note: ExchangeNote) => void, work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    note({ place, reason: `Not read: ${error.message}` });
    return null;
  }
}

function starOf(stars: readonly StarTables[], { aggregates, owner }: ReadMetric): StarTables {
  const names = datasetsIn(aggregates.flatMap(({ value }) => value ?? []));
  if (owner) names.add(owner.name);
  // A dataset of its own is nearer than one that joins it.
  const candidates = stars.filter(({ tables }) => [...names].every((name) => tables.has(name)));
  const star = candidates.find(({ root }) => names.has(root.name)) ?? candidates[0];
  if (!star) throw new ExpressionError(0, `No dataset is joined to all of ${[...names].join(', ')}.`);
  if (names.size === 0 && stars.length > 1) throw new ExpressionError(0, 'It does not say whose rows are counted.');
  return star;
}

/** The measures of one dataset of the model. */
class MeasureList {
  readonly measures: Measure[] = [];
  readonly #resolver: FieldResolver;
  readonly #rootTable: string;
  readonly #taken: Set<string>;
  /** Names of measures with one aggregate, by what they compute. */
  readonly #simple = new Map<string, string>();

  constructor(star: StarTables, dimensions: readonly string[]) {
    this.#resolver = new FieldResolver(star);
    this.#rootTable = star.tables.get(star.root.name)!.table;
    this.#taken = new Set(dimensions);
  }

  /** Adds a metric and the parts that it needs; returns what was not read of it. */
  add({ metric, owner, aggregates, formula }: ReadMetric): string[] {
    const resolved = aggregates.map((aggregate) => this.#resolved(aggregate, owner));
    requireAggregates(formula);
    const { name, title, description, synonyms, notes: words } = namesOf(metric, this.#taken, 'metric');
    const notes = [...words, ...otherDialects(metric.expression)];
    const described = {
      name,
      title,
      definition: { en: description ?? title.en },
      format: { unit: 'number', decimals: metric.datatype === 'Integer' ? 0 : 2, truncate: false },
      better: 'neutral',
      synonyms,
    } as const;
    if (formula.kind === 'name') {
      this.measures.push(this.#simpleMeasure(resolved[0]!, described));
      return notes;
    }
    const parts = resolved.map((aggregate, index) => this.#part(aggregate, name, index));
    const text = writeExpression(renameParts(formula, parts));
    this.measures.push({ ...described, kind: 'derived', expression: text });
    return notes;
  }

  #resolved({ kind, value }: Aggregate, owner: OssieDataset | null): Aggregate {
    return { kind, value: value && this.#resolver.metric(value, owner) };
  }

  /** The name of a measure that computes one aggregate, which is added where there is none. */
  #part(aggregate: Aggregate, metric: string, index: number): string {
    const known = this.#simple.get(keyOf(aggregate));
    if (known !== undefined) return known;
    const element = { name: `${metric}_part_${index + 1}` };
    const { name, title } = namesOf(element, this.#taken, 'metric');
    const definition = { en: `Part ${index + 1} of '${titleOf(metric)}'.` };
    const format = { unit: 'number', decimals: 2, truncate: false } as const;
    this.measures.push(
      this.#simpleMeasure(aggregate, { name, title, definition, format, better: 'neutral', synonyms: [] }),
    );
    return name;
  }

  #simpleMeasure(
    aggregate: Aggregate,
    common: Pick<Measure, 'name' | 'title' | 'definition' | 'format' | 'better' | 'synonyms'>,
  ): Measure {
    const key = keyOf(aggregate);
    if (!this.#simple.has(key)) this.#simple.set(key, common.name);
    const { kind, value } = aggregate;
    if (value === null) return { ...common, kind: 'count' };
    const text = writeExpression(value);
    if (kind !== 'count') return { ...common, kind, expression: text };
    const counted: Expression = { kind: 'missing', of: value, negated: true, at: 0 };
    if (datasetsIn([value]).has(this.#rootTable)) return { ...common, kind: 'count', where: writeExpression(counted) };
    // Rows of a joined table count once, as in the document, not for each row that shares them.
    return { ...common, kind: 'sum', expression: `CASE WHEN ${writeExpression(counted)} THEN 1 END` };
  }
}

const keyOf = ({ kind, value }: Aggregate): string => `${kind} ${value === null ? '' : writeExpression(value)}`;

const PART = /^aggregate_(\d+)$/;

/** Outside its aggregates a metric has only constants. */
function requireAggregates(formula: Expression): void {
  walk(formula, (item) => {
    if (item.kind === 'name' && (item.table !== null || !PART.test(item.name)))
      throw new ExpressionError(item.at, `'${item.name}' is in no aggregate.`);
  });
}

function renameParts(formula: Expression, parts: readonly string[]): Expression {
  if (formula.kind !== 'name') return mapParts(formula, (part) => renameParts(part, parts));
  return { ...formula, name: parts[Number(PART.exec(formula.name)![1])]! };
}
