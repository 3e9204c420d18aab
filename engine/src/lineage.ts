import type { Filter, Lineage, LocalizedText, Measure, Provenance, SemanticQuery } from '@rise/contract';
import type { ParameterValue } from './expression/bind.ts';
import { walk } from './expression/tree.ts';
import type { Expression } from './expression/tree.ts';
import { writeExpression } from './expression/write.ts';
import { accountCode, columnsBehind } from './explain.ts';
import type { CompiledDataset, CompiledFact, CompiledModel } from './model/compile-model.ts';
import { measuresIn } from './model/read-expressions.ts';
import { columnsIn } from './plan/bound.ts';
import { calculationText } from './plan/calculation-text.ts';
import { maskedColumns, masksAbout, readersOf, rulesAbout } from './plan/rights.ts';
import type { Plan, PlanColumn, PlanFact, PlanPredicate, PlanSource } from './plan/plan.ts';
import type { Scope } from './plan/scope.ts';

const sameColumn = (table: string, column: string) => `${table}.${column}`.toLowerCase();

/** What a measure names itself: its value and its condition, not those of its parts. */
function ownExpressions({ expressions }: CompiledDataset, measure: Measure): Expression[] {
  const { name } = measure;
  return [expressions.values.get(name), expressions.conditions.get(name)].filter((each) => each !== undefined);
}

/** The measures that a measure is made of, each with what it is there. */
function partsOf(from: CompiledDataset, measure: Measure): { name: string; as: Lineage['as']; factor: number }[] {
  const terms = (as: Lineage['as'], list: readonly { measure: string; factor: number }[]) =>
    list.map(({ measure: name, factor }) => ({ name, as, factor }));
  switch (measure.kind) {
    case 'ratio':
      return [...terms('numerator', measure.numerator), ...terms('denominator', measure.denominator)];
    case 'combine':
      return terms('term', measure.terms);
    case 'derived':
      return measuresIn(from.expressions.values.get(measure.name)!).map((name) => ({ name, as: 'part', factor: 1 }));
    default:
      return [];
  }
}

function everyMeasure(from: CompiledDataset, measure: Measure): Measure[] {
  const parts = partsOf(from, measure).flatMap(({ name }) => everyMeasure(from, from.measures.get(name)!));
  return [measure, ...parts];
}

/** A measure by its name with all that it is made of, by their names; nothing for a name that is none. */
export function measuresBehind(from: CompiledDataset, name: string): string[] {
  const measure = from.measures.get(name);
  return measure ? everyMeasure(from, measure).map((each) => each.name) : [];
}

/** A measure down to its columns; `names` are what the accounts behind columns are called. */
function treeOf(
  from: CompiledDataset,
  measure: Measure,
  { names, masked }: { names: ReadonlyMap<string, string | null>; masked: ReadonlySet<string> },
  place: { as: Lineage['as']; factor: number } = { as: null, factor: 1 },
): Lineage {
  const { values, conditions } = from.expressions;
  const value = values.get(measure.name);
  const where = conditions.get(measure.name);
  const parts = partsOf(from, measure);
  const columns = parts.length > 0 ? [] : ownExpressions(from, measure).flatMap(columnsIn);
  const distinct = new Map(columns.map((each) => [sameColumn(each.table, each.column), each]));
  return {
    measure: measure.name,
    title: measure.title,
    kind: measure.kind,
    ...place,
    expression: value ? writeExpression(value) : null,
    where: where ? writeExpression(where) : null,
    over: ('over' in measure ? measure.over : undefined) ?? null,
    dataset: parts.length > 0 ? null : (from.factOf.get(measure.name)?.dataset.name ?? null),
    columns: [...distinct].map(([key, { table, column }]) => ({
      table,
      column,
      account: accountCode(column),
      name: names.get(column.toUpperCase()) ?? null,
      masked: masked.has(key),
    })),
    parts: parts.map(({ name, ...rest }) => treeOf(from, from.measures.get(name)!, { names, masked }, rest)),
  };
}

function fieldsIn(filter: Filter | undefined): string[] {
  if (!filter) return [];
  if ('all' in filter) return filter.all.flatMap(fieldsIn);
  if ('any' in filter) return filter.any.flatMap(fieldsIn);
  return 'not' in filter ? fieldsIn(filter.not) : [filter.field];
}

/** The columns behind the dimensions that a query groups, filters or ranks by. */
function columnsOfQuery(from: CompiledDataset, query: SemanticQuery): PlanColumn[] {
  const grouped =
    query.kind === 'aggregate'
      ? query.dimensions.map((each) => (typeof each === 'string' ? each : each.field))
      : [query.by];
  return [...grouped, ...fieldsIn(query.filter)].flatMap((name) =>
    from.facts.flatMap((fact) => {
      const value = fact.expressions.values.get(name);
      return value ? columnsIn(value) : [];
    }),
  );
}

function settingsOf(
  model: CompiledModel,
  scope: Scope,
  from: CompiledDataset,
  measure: Measure,
): Provenance['settings'] {
  const used = new Set<string>();
  for (const each of everyMeasure(from, measure))
    for (const expression of ownExpressions(from, each))
      walk(expression, (part) => {
        if (part.kind === 'parameter') used.add(part.name);
      });
  return model.model.parameters.flatMap(({ name, title, default: usual }) => {
    const value: ParameterValue = scope.parameters?.[name] ?? usual;
    return used.has(name) ? [{ name, title, value }] : [];
  });
}

const rulesFor = (fact: CompiledFact, scope: Scope) => readersOf(scope).flatMap((reader) => rulesAbout(fact, reader));
/** Names and titles, each once. */
const titles = (list: readonly { name: string; title: LocalizedText }[]) => [
  ...new Map(list.map(({ name, title }) => [name, { name, title }])).values(),
];

/** Where a figure comes from: `plan` is that of rows, `rollups` what answered in their place; `accounts` are what the columns behind it are called, in their order. */
export function provenanceOf(
  { model, scope, query }: { model: CompiledModel; scope: Scope; query: SemanticQuery },
  measure: Measure,
  {
    plan,
    rollups,
    accounts,
    asked,
  }: {
    plan: Plan;
    rollups: readonly Provenance['tables'][number]['rollup'][];
    accounts: readonly { name: string | null }[];
    asked: string;
  },
): Provenance {
  const from = model.datasets.get(query.dataset)!;
  const facts = from.facts.filter(({ dataset }) => plan.facts.some((fact) => fact.dataset === dataset.name));
  const behind = columnsBehind(from, measure);
  const names = new Map(behind.map(({ column }, index) => [column.toUpperCase(), accounts[index]?.name ?? null]));
  const masked = new Set(facts.flatMap((fact) => [...maskedColumns(fact, scope)]));
  const named = new Set(
    [...behind, ...columnsOfQuery(from, query)].map(({ table, column }) => sameColumn(table, column)),
  );
  const calculation = query.kind === 'aggregate' ? query.calculations.find(({ name }) => name === asked) : undefined;
  const columnTitle = (name: string) => plan.columns.find((column) => column.name === name)?.title ?? { en: name };
  return {
    lineage: treeOf(from, measure, { names, masked }),
    tables: plan.facts.map(({ dataset, source }, place) => ({
      dataset,
      table: source.table,
      joins: source.joins.map(({ table }) => table),
      rollup: rollups[place] ?? null,
    })),
    rules: titles(facts.flatMap((fact) => rulesFor(fact, scope))),
    masks: titles(
      facts
        .flatMap((fact) => readersOf(scope).flatMap((reader) => masksAbout(fact, reader)))
        .filter((mask) => mask.columns.some(({ table, column }) => named.has(sameColumn(table, column)))),
    ),
    settings: settingsOf(model, scope, from, measure),
    calculation: calculation
      ? {
          name: calculation.name,
          title: columnTitle(calculation.name),
          kind: calculation.kind,
          text: calculationText(calculation, columnTitle),
        }
      : null,
  };
}

/** The plan as it is shown: instead of what a row rule says, its name. */
export function withoutRules(plan: Plan, model: CompiledModel, scope: Scope): Plan {
  const told = ({ dataset, source }: { dataset: string; source: PlanSource }): PlanSource => {
    if (!source.rules) return source;
    const fact = model.datasets.get(plan.dataset)!.facts.find((each) => each.dataset.name === dataset)!;
    const names = titles(rulesFor(fact, scope)).map(({ title }) => title.en);
    const shown = [...names, ...(scope.predicates.length > 0 ? ['of the reader'] : [])].map((name): PlanPredicate => ({
      kind: 'holds',
      condition: { kind: 'name', table: null, name: `row rule: ${name}`, at: 0 },
    }));
    return { ...source, rules: { kind: 'all', of: shown } };
  };
  const facts = plan.facts.map((fact): PlanFact => ({
    ...fact,
    source: told(fact),
    clocks: fact.clocks.map((clock) => ({ ...clock, source: told({ ...clock, dataset: fact.dataset }) })),
  }));
  return { ...plan, facts };
}
