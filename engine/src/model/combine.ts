import type { CombinedDataset, Dataset, Dimension, Measure, Model } from '@rise/contract';
import { mapParts } from '../expression/tree.ts';
import type { Expression } from '../expression/tree.ts';
import type { IssuePath, ReportIssue } from '../errors.ts';
import { readExpressions, readMeasures } from './read-expressions.ts';
import type { DatasetExpressions } from './read-expressions.ts';
import { suggestName } from '../expression/suggest-name.ts';

interface Part {
  dataset: Dataset;
  /** Keyed by the names in the combined dataset. */
  expressions: DatasetExpressions;
  /** Names of this fact's measures. */
  names: string[];
}

/** A combined dataset: its names, resolved in each of its facts. */
interface Combination {
  facts: Part[];
  dimensions: Map<string, Dimension>;
  unshared: Map<string, string>;
  measures: Map<string, Measure>;
  /** Expressions of its own derived measures. */
  values: Map<string, Expression>;
}

/** Names of each fact's measures in the combined dataset, prefixed with the fact's name where two clash. */
function measureNames(combined: CombinedDataset, facts: readonly Dataset[]): Map<string, string>[] {
  const taken = [
    ...facts.flatMap((fact) => fact.measures.map(({ name }) => name)),
    ...combined.measures.map(({ name }) => name),
    ...combined.shared.map((item) => (typeof item === 'string' ? item : item.name)),
  ];
  const times = new Map<string, number>();
  for (const name of taken) times.set(name, (times.get(name) ?? 0) + 1);
  return facts.map(
    (fact) =>
      new Map(fact.measures.map(({ name }) => [name, times.get(name)! > 1 ? `${fact.name}_${name}` : name] as const)),
  );
}

function renamed(measure: Measure, names: ReadonlyMap<string, string>): Measure {
  const name = names.get(measure.name)!;
  const all = (terms: { measure: string; factor: number }[]) =>
    terms.map((term) => ({ ...term, measure: names.get(term.measure) ?? term.measure }));
  if (measure.kind === 'combine') return { ...measure, name, terms: all(measure.terms) };
  if (measure.kind === 'average_balance')
    return { ...measure, name, measure: names.get(measure.measure) ?? measure.measure };
  if (measure.kind !== 'ratio') return { ...measure, name };
  return { ...measure, name, numerator: all(measure.numerator), denominator: all(measure.denominator) };
}

/** A derived measure's formula with its names replaced by those in the combined dataset. */
function withNames(expression: Expression, names: ReadonlyMap<string, string>): Expression {
  const map = (item: Expression): Expression =>
    item.kind === 'name' && item.table === null
      ? { ...item, name: names.get(item.name) ?? item.name }
      : mapParts(item, map);
  return map(expression);
}

function sharedDimensions(combined: CombinedDataset, facts: readonly Dataset[], at: IssuePath, report: ReportIssue) {
  return combined.shared.flatMap((shared, index) => {
    const path = [...at, 'shared', index];
    const name = typeof shared === 'string' ? shared : shared.name;
    const of = typeof shared === 'string' ? {} : shared.of;
    for (const key of Object.keys(of)) {
      if (!combined.facts.includes(key))
        report(
          [...path, 'of', key],
          `'${key}' is not a fact of '${combined.name}'.${suggestName(key, combined.facts)}`,
        );
    }
    const match = facts.map((fact) => {
      const source = typeof shared === 'string' ? shared : of[fact.name];
      const dimension = fact.dimensions.find((dimension) => dimension.name === source);
      if (!dimension) {
        const known = fact.dimensions.map((dimension) => dimension.name);
        report(
          source === undefined ? path : typeof shared === 'string' ? path : [...path, 'of', fact.name],
          source === undefined
            ? `Name the dimension of '${fact.name}' that '${name}' corresponds to.`
            : `There is no dimension '${source}' in '${fact.name}'.${suggestName(source, known)} A shared dimension is one that every fact has.`,
        );
      }
      return dimension;
    });
    const [first, ...others] = match.filter((item) => item !== undefined);
    if (!first || match.includes(undefined)) return [];
    const cut = (item: Dimension) => JSON.stringify(item.bands?.map(({ value, from }) => [value, from]) ?? null);
    for (const other of others) {
      if (other.type !== first.type)
        report(path, `'${name}' is ${first.type} in one fact and ${other.type} in another. Give them one type.`);
      if (cut(other) !== cut(first))
        report(path, `The bands of '${name}' differ. Define them identically in every fact.`);
    }
    const title = typeof shared === 'string' ? undefined : shared.title;
    return [{ dimension: { ...first, name, title: title ?? first.title }, of: match.map((item) => item!.name) }];
  });
}

/** Combines datasets; `report` receives what does not match, which is left out. */
export function combine(model: Model, combined: CombinedDataset, report: ReportIssue, at: IssuePath = []): Combination {
  const facts = combined.facts.flatMap((name) => model.datasets.filter((dataset) => dataset.name === name).slice(0, 1));
  const names = measureNames(combined, facts);
  const shared = sharedDimensions(combined, facts, at, report);
  const parts = facts.map((dataset, index): Part => {
    const own = readExpressions(model, dataset, [], () => undefined);
    const called = names[index]!;
    const values = new Map<string, Expression>();
    for (const { dimension, of } of shared) {
      const value = own.values.get(of[index]!);
      if (value) values.set(dimension.name, value);
    }
    for (const { name, kind } of dataset.measures) {
      const value = own.values.get(name);
      if (value) values.set(called.get(name)!, kind === 'derived' ? withNames(value, called) : value);
    }
    const conditions = new Map(
      dataset.measures.flatMap(({ name }) => {
        const condition = own.conditions.get(name);
        return condition ? [[called.get(name)!, condition] as const] : [];
      }),
    );
    const currencies = new Map([...own.currencies].map(([name, currency]) => [called.get(name)!, currency] as const));
    return { dataset, expressions: { ...own, values, conditions, currencies }, names: [...called.values()] };
  });
  const all = [
    ...facts.flatMap((fact, index) => fact.measures.map((measure) => renamed(measure, names[index]!))),
    ...combined.measures,
  ];
  const known = new Set(shared.map(({ dimension }) => dimension.name));
  return {
    facts: parts,
    dimensions: new Map(shared.map(({ dimension }) => [dimension.name, dimension])),
    unshared: new Map(
      facts.flatMap((fact) =>
        fact.dimensions.filter(({ name }) => !known.has(name)).map(({ name }) => [name, fact.name] as const),
      ),
    ),
    measures: new Map(all.map((measure) => [measure.name, measure])),
    values: readMeasures(model, combined.measures, new Set(all.map(({ name }) => name)), at, report),
  };
}
