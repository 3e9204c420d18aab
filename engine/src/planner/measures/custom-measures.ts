import { columnOf } from '@rise/contract';
import type { CustomMeasure, ErrorDetail, Filter, LocalizedText, Measure, SemanticQuery } from '@rise/contract';
import { QueryError } from '../../errors.ts';
import { binary } from '../../expression/build.ts';
import { typeOf } from '../../expression/check.ts';
import { parseExpression } from '../../expression/parse.ts';
import { ExpressionError } from '../../expression/tokens.ts';
import { mapParts } from '../../expression/tree.ts';
import type { Expression } from '../../expression/tree.ts';
import type { CompiledDataset, CompiledFact, CompiledModel } from '../../model/compiled-model.ts';
import { pointInTime } from '../../model/measures.ts';
import { measuresIn, ofMeasures, parametersOf } from '../../model/read-expressions.ts';
import { tooLargeWrittenOut } from '../../model/written-out.ts';
import type { Scope } from '../../plan/scope.ts';
import { bindScope } from '../binding/bound.ts';
import { planFilter } from '../fields/filter.ts';
import { findMeasure, rejectDuplicates } from '../fields/look-up.ts';
import { predicateExpression } from '../fields/predicate-expression.ts';
import { mixedTenders, tendersBehind } from './tenders.ts';

const CAVEAT: LocalizedText = {
  en: 'Defined by this query or report, not in the model.',
  tr: 'Modelde değil, bu sorgu veya raporda tanımlanmıştır.',
};

/** A dataset to which measures can be added. */
interface Extended extends CompiledDataset {
  measures: Map<string, Measure>;
  expressions: CompiledDataset['expressions'] & {
    values: Map<string, Expression>;
    conditions: Map<string, Expression>;
    currencies: Map<string, Expression>;
  };
  factOf: Map<string, CompiledFact>;
  /** The number of parts of filtered measures. */
  parts: number;
}

/** What a custom measure states about itself; the rest is that of the measure it is computed from. */
type Stated = Pick<Measure, 'title' | 'definition' | 'format' | 'caveat' | 'owner'>;

function copyOf(from: CompiledDataset): Extended {
  const { measures, expressions, factOf } = from;
  return {
    ...from,
    measures: new Map(measures),
    expressions: {
      ...expressions,
      values: new Map(expressions.values),
      conditions: new Map(expressions.conditions),
      currencies: new Map(expressions.currencies),
    },
    factOf: new Map(factOf),
    parts: 0,
  };
}

const both = (one: LocalizedText | undefined, other: LocalizedText): LocalizedText =>
  one ? { en: `${one.en} ${other.en}`, tr: `${one.tr ?? one.en} ${other.tr ?? other.en}` } : other;

/** Longer names, with what aggregates add to them, would be cut by PostgreSQL. */
const MAX_NAME = 50;

/** A new name for a part of a filtered measure. Contains a colon, so it cannot clash with a name in a model or query. */
function partName(name: string, part: string, from: Extended): string {
  const full = `${name}:${part}`;
  from.parts += 1;
  return full.length <= MAX_NAME ? full : `part:${from.parts}`;
}

/** Adds a measure over the rows that satisfy a condition, which differs per fact; composed ones with filtered parts. */
function addFiltered(
  from: Extended,
  base: Measure,
  name: string,
  stated: Partial<Stated>,
  conditionIn: (fact: CompiledFact) => Expression,
): void {
  const { measures, expressions, factOf } = from;
  const parts = new Map<string, string>();
  const partOf = (of: string): string => {
    const part = parts.get(of) ?? partName(name, of, from);
    if (!parts.has(of)) addFiltered(from, measures.get(of)!, part, {}, conditionIn);
    parts.set(of, part);
    return part;
  };
  const filtered = (terms: readonly { measure: string; factor: number }[]) =>
    terms.map((term) => ({ ...term, measure: partOf(term.measure) }));
  const own = { ...stated, name };
  switch (base.kind) {
    case 'combine':
      measures.set(name, { ...base, ...own, terms: filtered(base.terms) });
      return;
    case 'ratio': {
      const { numerator, denominator } = base;
      measures.set(name, { ...base, ...own, numerator: filtered(numerator), denominator: filtered(denominator) });
      return;
    }
    case 'derived': {
      const renamed = (item: Expression): Expression =>
        item.kind === 'name' ? { ...item, name: partOf(item.name) } : mapParts(item, renamed);
      measures.set(name, { ...base, ...own });
      expressions.values.set(name, renamed(expressions.values.get(base.name)!));
      return;
    }
    default: {
      const fact = factOf.get(base.name)!;
      const value = expressions.values.get(base.name);
      const where = expressions.conditions.get(base.name);
      const condition = conditionIn(fact);
      measures.set(name, { ...base, ...own });
      const currency = expressions.currencies.get(base.name);
      if (value) expressions.values.set(name, value);
      if (currency) expressions.currencies.set(name, currency);
      expressions.conditions.set(name, where ? binary(where, 'and', condition) : condition);
      factOf.set(name, fact);
    }
  }
}

/** The formula of a custom measure; null if it is invalid, which is reported. */
function readFormula(
  { model }: CompiledModel,
  from: Extended,
  text: string,
  fail: (message: string) => void,
): Expression | null {
  const parameter = parametersOf(model);
  try {
    const expression = ofMeasures(text, new Set(from.measures.keys()), parameter);
    const point = measuresIn(expression).find((name) => pointInTime(from.measures.get(name)!) !== null);
    if (point !== undefined) {
      const { unit } = from.measures.get(point)!.format;
      fail(`'${point}' is a ${unit}, and formulas over measures take numbers. Leave it out.`);
      return null;
    }
    const type = typeOf(expression, { parameter, column: () => 'number' });
    const large = tooLargeWrittenOut(
      expression,
      (name) => from.measures.get(name),
      (name) => from.expressions.values.get(name),
    );
    if (large !== null) {
      fail(large);
      return null;
    }
    const isNumber = type === 'number' || type === 'decimal' || type === 'integer';
    if (isNumber && measuresIn(expression).length > 0) return expression;
    fail('The formula of a measure is a number computed from other measures, such as `late / balance`.');
  } catch (issue) {
    if (!(issue instanceof ExpressionError)) throw issue;
    fail(`At character ${issue.at + 1}: ${issue.message}`);
  }
  return null;
}

interface Context {
  model: CompiledModel;
  scope: Scope;
  asOf: string | null;
  from: Extended;
  details: ErrorDetail[];
}

function addCustom(custom: CustomMeasure, path: string, { model, scope, asOf, from, details }: Context): void {
  const { name, title, definition, format } = custom;
  if (custom.kind === 'formula') {
    const report = (message: string) => void details.push({ field: `${path}.expression`, message });
    const value = readFormula(model, from, custom.expression, report);
    if (!value) return;
    const issue = mixedTenders(
      name,
      measuresIn(value).flatMap((part) => tendersBehind(from, part)),
    );
    if (issue !== null) report(issue);
    const text = { title: title ?? { en: name }, definition: definition ?? { en: custom.expression }, caveat: CAVEAT };
    const common = { name, ...text, format: custom.format, better: 'neutral' as const, synonyms: [], owner: '' };
    from.measures.set(name, { ...common, kind: 'derived', expression: custom.expression });
    from.expressions.values.set(name, value);
    return;
  }
  const base = findMeasure(from, custom.measure, `${path}.measure`, details);
  // The issues of a filter are the same in every fact, so they are reported once.
  const conditions = from.facts.map((fact, index) =>
    predicateExpression(
      planFilter(bindScope(model, fact, scope, asOf), custom.filter, `${path}.filter`, index === 0 ? details : []),
    ),
  );
  if (!base) return;
  const usual = base.label ?? base.title;
  const stated = {
    title: title ?? { en: `${usual.en} (filtered)`, tr: `${usual.tr ?? usual.en} (filtreli)` },
    label: undefined,
    definition: definition ?? base.definition,
    format: format ?? base.format,
    caveat: both(base.caveat, CAVEAT),
    owner: '',
  };
  addFiltered(from, base, name, stated, (fact) => conditions[from.facts.indexOf(fact)]!);
}

/** The measures that a query defines; lists of rows and funnels define none. */
const customMeasuresOf = (query: SemanticQuery): readonly CustomMeasure[] =>
  query.kind === 'rows' || query.kind === 'funnel' ? [] : (query.customMeasures ?? []);

/**
 * The model with the measures that a query defines added to the query's dataset. Throws `QueryError` listing every
 * issue; the conditions of filtered measures are those for the scope's reader.
 */
export function withCustomMeasures(
  model: CompiledModel,
  scope: Scope,
  query: SemanticQuery,
  asOf: string | null,
): CompiledModel {
  const custom = customMeasuresOf(query);
  const dataset = model.datasets.get(query.dataset);
  if (custom.length === 0 || !dataset) return model;
  const details: ErrorDetail[] = [];
  const from = copyOf(dataset);
  rejectDuplicates(
    custom.map(({ name }) => name),
    'customMeasures',
    details,
  );
  const columns = query.kind === 'aggregate' ? query.dimensions.map(columnOf) : [];
  for (const [index, item] of custom.entries()) {
    const path = `customMeasures.${index}`;
    if (dataset.measures.has(item.name) || dataset.dimensions.has(item.name) || columns.includes(item.name))
      details.push({
        field: `${path}.name`,
        message: `'${item.name}' is a measure or dimension already. Give this measure another name.`,
      });
    else addCustom(item, path, { model, scope, asOf, from, details });
  }
  if (details.length > 0) throw new QueryError(details);
  return { ...model, datasets: new Map(model.datasets).set(query.dataset, from) };
}

/** The measures that a custom one is computed from; none of a formula that cannot be read, which a query rejects. */
function partsOf(custom: CustomMeasure): string[] {
  if (custom.kind === 'filtered') return [custom.measure];
  try {
    return measuresIn(parseExpression(custom.expression));
  } catch (issue) {
    if (issue instanceof ExpressionError) return [];
    throw issue;
  }
}

/** The dataset's measures that a measure of a query is computed from: itself, unless the query defines it. */
export const modelMeasures = (query: SemanticQuery, name: string): string[] =>
  measuresOfModel(customMeasuresOf(query), name);

/** The dataset's measures that a measure is computed from: itself, unless it is one of the custom ones. */
export function measuresOfModel(customMeasures: readonly CustomMeasure[], name: string): string[] {
  const place = customMeasures.findIndex((item) => item.name === name);
  if (place < 0) return [name];
  return partsOf(customMeasures[place]!).flatMap((part) => measuresOfModel(customMeasures.slice(0, place), part));
}

/** Those of the custom measures that measures are computed from, themselves included, in their order. */
export function customMeasuresBehind(custom: readonly CustomMeasure[], names: readonly string[]): CustomMeasure[] {
  const needed = new Set(names);
  const found = custom.toReversed().filter((item) => {
    if (!needed.has(item.name)) return false;
    for (const part of partsOf(item)) needed.add(part);
    return true;
  });
  return found.toReversed();
}

/** The filters of a query's own measures. */
export const customFilters = (query: SemanticQuery): Filter[] =>
  customMeasuresOf(query).flatMap((item) => (item.kind === 'filtered' ? [item.filter] : []));
