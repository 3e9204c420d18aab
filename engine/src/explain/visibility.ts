import type { Aboutness, ColumnMask, ErrorDetail, ModelRowRule, ResultColumn, Visibility } from '@rise/contract';
import { QueryError } from '../errors.ts';
import { walk } from '../expression/tree.ts';
import type { CompiledFact, CompiledModel } from '../model/compiled-model.ts';
import { READER } from '../model/read-expressions.ts';
import { suggestName } from '../expression/suggest-name.ts';
import { bindScope } from '../planner/binding/bound.ts';
import { planFilter } from '../planner/fields/filter.ts';
import { planSource } from '../planner/sources/source.ts';
import type { UnmappedPlan } from '../plan/plan.ts';
import type { PlanPredicate } from '../plan/predicates.ts';
import { rulesAbout } from '../planner/binding/rights.ts';
import { planRule, planRules } from '../planner/sources/row-rules.ts';
import type { ReaderOf, Scope } from '../plan/scope.ts';

/** The dataset whose rights are explained. Throws `QueryError` if it does not exist or is a combined dataset. */
export function factNamed(model: CompiledModel, dataset: string): CompiledFact {
  const match = model.datasets.get(dataset);
  const fail = (message: string) => new QueryError([{ field: 'dataset', message }]);
  if (!match) throw fail(`There is no dataset '${dataset}'.${suggestName(dataset, model.datasets.keys())}`);
  const names = match.facts.map((fact) => fact.dataset.name);
  if (names.length > 1) throw fail(`'${dataset}' has no rights of its own. Ask for one of: ${names.join(', ')}.`);
  return match.facts[0]!;
}

/** Whether a rule or mask applies to a reader, and why. */
function becauseOf({ appliesTo, exceptFor }: ModelRowRule | ColumnMask, { roles, groups }: ReaderOf): Aboutness {
  const among = (readers: ModelRowRule['appliesTo']): 'role' | 'group' | null => {
    if (readers?.roles.some((role) => roles.includes(role))) return 'role';
    return readers?.groups.some((group) => groups.includes(group)) ? 'group' : null;
  };
  const excepted = among(exceptFor);
  if (excepted) return `excepted-${excepted}`;
  return appliesTo === undefined ? 'everybody' : (among(appliesTo) ?? 'others');
}

const applies = (because: Aboutness) => because === 'everybody' || because === 'role' || because === 'group';

/** A fact, and those that the rows of a derived dataset come from: their rules and masks hold, too. */
export function factsBehind(model: CompiledModel, fact: CompiledFact): CompiledFact[] {
  const { query } = fact.dataset;
  if (!query) return [fact];
  return [fact, ...model.datasets.get(query.dataset)!.facts.flatMap((source) => factsBehind(model, source))];
}

/** The rules and masks of these facts, and which of them apply to a reader. */
export function rightsOf(facts: readonly CompiledFact[], reader: ReaderOf): Pick<Visibility, 'rules' | 'masks'> {
  const describe = (right: ModelRowRule | ColumnMask) => {
    const because = becauseOf(right, reader);
    return { name: right.name, title: right.title, applies: applies(because), because };
  };
  return {
    rules: facts.flatMap((fact) =>
      fact.dataset.rules.map((rule) => ({
        ...describe(rule),
        condition: rule.where,
        lacking: attributesIn(fact, rule).filter((name) => (reader.attributes[name]?.length ?? 0) === 0),
      })),
    ),
    masks: facts.flatMap(({ dataset }) => dataset.masks.map((mask) => ({ ...describe(mask), columns: mask.columns }))),
  };
}

/** Attributes of the reader that a rule uses. */
export function attributesIn(fact: CompiledFact, { name }: ModelRowRule): string[] {
  const names = new Set<string>();
  walk(fact.expressions.rules.get(name)!, (item) => {
    if (item.kind === 'parameter' && item.name.startsWith(READER)) names.add(item.name.slice(READER.length));
  });
  return [...names];
}

const count = (name: string): ResultColumn => ({ name, title: { en: name }, role: 'statistic', type: 'integer' });

/**
 * Counts rows with certain values, among those that the caller can see: all, those the reader can see, and those that
 * satisfy each of the reader's rules. Throws `QueryError` for an unknown field.
 */
export function planVisibility(options: {
  model: CompiledModel;
  fact: CompiledFact;
  asker: Scope;
  reader: ReaderOf;
  row: Readonly<Record<string, string | number | boolean>>;
  asOf: string | null;
}): UnmappedPlan {
  const { model, fact, asker, reader, row, asOf } = options;
  const details: ErrorDetail[] = [];
  const { query } = fact.dataset;
  if (query) {
    const message = `The rows of '${fact.name}' are computed for each reader from the rows of '${query.dataset}' that they see. Name a row of '${query.dataset}' there.`;
    throw new QueryError([{ field: 'row', message }]);
  }
  const bound = bindScope(model, fact, asker, asOf);
  const picked = Object.entries(row).map(([field, value]) =>
    planFilter(bound, { field, op: 'in', values: [value] }, `row.${field}`, details),
  );
  if (picked.length === 0) details.push({ field: 'row', message: 'Name the row by at least one value.' });
  if (details.length > 0) throw new QueryError(details);
  const filter: PlanPredicate = { kind: 'all', of: picked };
  const theirs = bindScope(model, fact, { ...asker, reader }, asOf);
  const rules = rulesAbout(fact, reader).map((rule) => planRule(theirs, rule, reader));
  const read = { fields: [], aggregates: [], values: [], filters: [filter, ...rules], rules: planRules(bound, asker) };
  const source = planSource(fact, asker.tenant, read);
  const { name } = fact.dataset;
  const only = {
    dataset: name,
    source,
    fields: [],
    filter,
    around: null,
    member: null,
    aggregates: [],
    snapshotDates: [],
  };
  return {
    kind: 'unmapped',
    of: null,
    figures: [],
    dataset: name,
    facts: [only],
    unmapped: [[{ kind: 'all', of: rules }, ...rules]],
    columns: [count('found'), count('visible'), ...rules.map((_, index) => count(`rule ${index}`))],
  };
}
