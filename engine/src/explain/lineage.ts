import { distinct } from '../expression/distinct.ts';
import { accountCode, havingText, measuresOfHaving } from '@rise/contract';
import type {
  FunnelQuery,
  Lineage,
  LocalizedText,
  Measure,
  Provenance,
  RowListQuery,
  SemanticQuery,
} from '@rise/contract';
import { walk } from '../expression/tree.ts';
import type { Expression } from '../expression/tree.ts';
import { writeExpression } from '../expression/write.ts';
import { columnsBehind, columnsOfDimension, rowsBehind } from './columns-behind.ts';
import type { Explained } from './columns-behind.ts';
import { factsBehind } from './visibility.ts';
import type { CompiledDataset, CompiledFact, CompiledModel } from '../model/compiled-model.ts';
import { comparedBy } from '../model/entity.ts';
import { keyOfAverage } from '../model/average-balances.ts';
import { dimensionBehind } from '../model/derived-datasets.ts';
import { tablesByName, validityColumns } from '../model/joins.ts';
import { oncePer } from '../model/row-grain.ts';
import { measuresIn } from '../model/read-expressions.ts';
import { columnsIn } from '../expression/columns.ts';
import { calculationText } from './calculation-text.ts';
import { validityText } from './validity-text.ts';
import { fieldsIn, fieldsOfFunnel } from '../planner/fields/fields-in.ts';
import { customFilters } from '../planner/measures/custom-measures.ts';
import { todayOf } from '../planner/binding/bound.ts';
import { valueOn } from '../model/parameter-value.ts';
import { hiddenColumns, isHiddenBy, masksAbout, readersOf, rulesAbout } from '../planner/binding/rights.ts';
import { factsThrough } from '../plan/facts-through.ts';
import type { Plan, PlanFact, PlanSource } from '../plan/plan.ts';
import { conjunctionOf } from '../plan/predicates.ts';
import type { PlanPredicate } from '../plan/predicates.ts';
import type { TableColumn } from '../expression/columns.ts';
import type { Scope } from '../plan/scope.ts';

const sameColumn = (table: string, column: string) => `${table}.${column}`.toLowerCase();

/** A measure's own value, condition and currency, without those of its parts. */
function ownExpressions({ expressions }: CompiledDataset, measure: Measure): Expression[] {
  const { name } = measure;
  const { values, conditions, currencies } = expressions;
  return [values.get(name), conditions.get(name), currencies.get(name)].filter((item) => item !== undefined);
}

/** Measures that a measure is computed from, each with its role. */
function partsOf(from: CompiledDataset, measure: Measure): { name: string; as: Lineage['as']; factor: number }[] {
  const terms = (as: Lineage['as'], list: readonly { measure: string; factor: number }[]) =>
    list.map(({ measure: name, factor }) => ({ name, as, factor }));
  switch (measure.kind) {
    case 'ratio':
      return [...terms('numerator', measure.numerator), ...terms('denominator', measure.denominator)];
    case 'combine':
      return terms('term', measure.terms);
    case 'average_balance':
      return [{ name: measure.measure, as: 'part', factor: 1 }];
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

/** A measure and everything it is computed from, by name; empty for an unknown name. */
export function measuresBehind(from: CompiledDataset, name: string): string[] {
  const measure = from.measures.get(name);
  return measure ? everyMeasure(from, measure).map((item) => item.name) : [];
}

function oncePerOf(from: CompiledDataset, measure: Measure): string | null {
  const fact = from.factOf.get(measure.name);
  return fact ? oncePer(fact.dataset, from.expressions, measure) : null;
}

/** What a measure's tree is written with; `names` has the account names of columns. */
interface TreeContext extends Explained {
  names: ReadonlyMap<string, string | null>;
}
type Place = Pick<Lineage, 'as' | 'factor'>;

/** Columns of the warehouse, and measures whose values in each row of a query are aggregated. */
interface Sources {
  columns: Lineage['columns'];
  measures: Lineage[];
}

/** What the columns that a fact's expressions name come from. */
function sourcesOf(fact: CompiledFact, named: readonly TableColumn[], context: TreeContext): Sources {
  const { model, names, scope } = context;
  const hidden = hiddenColumns(fact, scope);
  const tableOf = tablesByName(fact.dataset);
  const behind = rowsBehind(fact, context);
  const distinct = new Map(named.map((column) => [sameColumn(column.table, column.column), column]));
  const columnOf = ({ table: name, column }: TableColumn): Lineage['columns'][number] => ({
    table: tableOf(name),
    join: tableOf(name) === name ? null : name,
    column,
    account: accountCode(column, model.model),
    name: names.get(column.toUpperCase()) ?? null,
    masked: hidden.column(name, column),
  });
  const all = [...distinct.values()].map((column): Sources => {
    const isOfRows = behind && column.table === fact.dataset.table && !hidden.column(column.table, column.column);
    if (!isOfRows) return { columns: [columnOf(column)], measures: [] };
    const { query, from } = behind;
    const dimension = dimensionBehind(query, column.column);
    if (!dimension) {
      const measure = from.measures.get(column.column)!;
      return { columns: [], measures: [treeOf(from, measure, context, { as: 'source', factor: 1 })] };
    }
    const found = from.facts.map((source) => {
      const value = source.expressions.values.get(dimension.field);
      return sourcesOf(source, value ? columnsIn(value) : [], context);
    });
    return joined(found);
  });
  return joined(all);
}

const joined = (all: readonly Sources[]): Sources => ({
  columns: all.flatMap(({ columns }) => columns),
  measures: all.flatMap(({ measures }) => measures),
});

const columnsOfTree = ({ columns, parts }: Lineage): Lineage['columns'] => [
  ...columns,
  ...parts.flatMap(columnsOfTree),
];

/** The warehouse columns in expressions over the rows of a fact, those behind the rows of a query included. */
export function sourceColumnsOf(
  fact: CompiledFact,
  expressions: readonly Expression[],
  context: TreeContext,
): Lineage['columns'] {
  const { columns, measures } = sourcesOf(fact, expressions.flatMap(columnsIn), context);
  return [...columns, ...measures.flatMap(columnsOfTree)];
}

/** A measure's tree down to columns. */
function treeOf(
  from: CompiledDataset,
  measure: Measure,
  context: TreeContext,
  place: Place = { as: null, factor: 1 },
): Lineage {
  const { values, conditions } = from.expressions;
  const average = measure.kind === 'average_balance' ? measure : null;
  // That of an average is composed by the engine.
  const value = average ? undefined : values.get(measure.name);
  const where = conditions.get(measure.name);
  const parts = partsOf(from, measure);
  const fact = from.factOf.get(measure.name);
  const named = parts.length > 0 ? [] : ownExpressions(from, measure).flatMap(columnsIn);
  const { columns, measures } = fact ? sourcesOf(fact, named, context) : { columns: [], measures: [] };
  return {
    measure: measure.name,
    title: measure.title,
    kind: measure.kind,
    ...place,
    expression: value ? writeExpression(value) : null,
    where: where ? writeExpression(where) : null,
    over: ('over' in measure ? measure.over : undefined) ?? null,
    average: average && { with: average.with, per: [...keyOfAverage(average)] },
    oncePer: oncePerOf(from, measure),
    dataset: parts.length > 0 ? null : (fact?.dataset.name ?? null),
    columns,
    parts: [...parts.map(({ name, ...rest }) => treeOf(from, from.measures.get(name)!, context, rest)), ...measures],
  };
}

/** The fields that a query groups by, or those of a list of rows. */
function fieldsOfQuery(from: CompiledDataset, query: SemanticQuery): string[] {
  const nameOf = (request: string | { field: string }) => (typeof request === 'string' ? request : request.field);
  if (query.kind === 'rows') return [...query.columns, ...query.order].map(nameOf);
  if (query.kind === 'aggregate') return query.dimensions.map(nameOf);
  if (query.kind === 'funnel') return fieldsOfFunnel(from, query);
  return [comparedBy(from, query)].filter((name) => name !== null);
}

/** Those, and the dimensions that it filters by. */
const fieldsOf = (from: CompiledDataset, query: SemanticQuery): string[] => [
  ...fieldsOfQuery(from, query),
  ...fieldsIn(query.filter),
];
const comparedIn = (from: CompiledDataset, query: SemanticQuery): Measure[] =>
  measuresOfHaving(query.kind === 'aggregate' ? query.having : undefined).map((name) => from.measures.get(name)!);

/**
 * Columns of the dimensions that a query groups, filters or ranks by, and of measures in its condition; with those of
 * the queries whose groups are its rows.
 */
function columnsOfQuery(from: CompiledDataset, query: SemanticQuery, explained: Explained): TableColumn[] {
  const named = (through: Explained | null) => [
    ...fieldsOf(from, query).flatMap((name) => columnsOfDimension(from, name, through)),
    ...comparedIn(from, query).flatMap((item) => columnsBehind(from, item, through)),
  ];
  const inner = from.facts.flatMap((fact) => {
    const behind = rowsBehind(fact, explained);
    return behind ? columnsOfQuery(behind.from, behind.query, explained) : [];
  });
  return [...named(null), ...named(explained), ...inner];
}

/** The joins of a plan that are not just a table. */
const rolesOf = ({ joins }: PlanSource): Provenance['tables'][number]['roles'] =>
  joins
    .filter(({ name, table, where, validity }) => name !== table || where || validity)
    .map(({ name, table, to, where, validity }) => ({
      name,
      table,
      where: where && writeExpression(where),
      valid: validity ? validityText(to, validity) : null,
    }));

/** Columns that decide which rows the joins of a plan match. */
const conditionColumns = ({ facts }: Plan): TableColumn[] =>
  factsThrough(facts).flatMap(({ source }) =>
    source.joins.flatMap(({ table, where, validity }) => [
      ...(where ? columnsIn(where).map(({ column }) => ({ table, column })) : []),
      ...(validity ? validityColumns(validity).map((column) => ({ table, column })) : []),
      ...(validity ? [{ table: validity.toTable, column: validity.at }] : []),
    ]),
  );

/** Expressions that measures are computed from, and all that decides what their rows are where a query has these. */
export function expressionsBehind(
  from: CompiledDataset,
  measures: readonly Measure[],
  explained: Explained,
): Expression[] {
  const own = measures
    .flatMap((measure) => everyMeasure(from, measure))
    .flatMap((measure) => ownExpressions(from, measure));
  const inner = from.facts.flatMap((fact) => {
    const behind = rowsBehind(fact, explained);
    if (!behind) return [];
    const { query, from: source } = behind;
    // Those of a custom measure's filter have their values by now.
    const filtered = customFilters(query).flatMap(fieldsIn);
    const fields = [...fieldsOf(source, query), ...filtered].flatMap((name) =>
      source.facts.map((item) => item.expressions.values.get(name)),
    );
    const figures = [...query.measures.map((name) => source.measures.get(name)!), ...comparedIn(source, query)];
    return [...fields.filter((item) => item !== undefined), ...expressionsBehind(source, figures, explained)];
  });
  return [...own, ...inner];
}

/** The parameters that measures use, with the values of the data's as-of date. */
function settingsOf(
  explained: Explained,
  from: CompiledDataset,
  { measures, asOf }: { measures: readonly Measure[]; asOf: string | null },
): Provenance['settings'] {
  const used = new Set<string>();
  for (const expression of expressionsBehind(from, measures, explained))
    walk(expression, (part) => {
      if (part.kind === 'parameter') used.add(part.name);
    });
  return explained.model.model.parameters.flatMap(({ name, title, default: usual }) => {
    const day = asOf ?? todayOf(explained.scope);
    const value = valueOn({ default: usual }, explained.scope.parameters?.[name], day);
    return used.has(name) ? [{ name, title, value: Array.isArray(value) ? value.join(', ') : value }] : [];
  });
}

const rulesFor = (fact: CompiledFact, scope: Scope) => readersOf(scope).flatMap((reader) => rulesAbout(fact, reader));
/** Names with titles, without duplicates. */
const titles = (list: readonly { name: string; title: LocalizedText }[]) => [
  ...new Map(list.map(({ name, title }) => [name, { name, title }])).values(),
];

/** The tables that a plan reads; the rows of a dataset and its last known values are of one. */
const readsOf = ({ facts }: Plan, rollups: readonly Provenance['tables'][number]['rollup'][]) => ({
  tables: distinct(
    factsThrough(facts).map(({ dataset, source, amounts = [] }, place) => ({
      dataset,
      table: source.table,
      joins: [
        ...new Set([
          ...source.joins.map(({ table }) => table),
          ...amounts.flatMap(({ rate }) => rate?.rates.table ?? []),
        ]),
      ],
      roles: rolesOf(source),
      rollup: rollups[place] ?? null,
    })),
  ),
});

/** The rules of facts for their reader, and the masks on columns that are used. */
function rightsBehind(facts: readonly CompiledFact[], scope: Scope, used: readonly TableColumn[]) {
  const masks = facts.flatMap((fact) =>
    readersOf(scope).flatMap((reader) =>
      masksAbout(fact, reader).filter((mask) => {
        const hides = isHiddenBy(fact, mask);
        return used.some(({ table, column }) => hides(table, column));
      }),
    ),
  );
  return { rules: titles(facts.flatMap((fact) => rulesFor(fact, scope))), masks: titles(masks) };
}

/** What a list of rows or a funnel reads: its dataset and filter, the tables, and the rights of its reader. */
export const originOfRows = (
  { model, scope, query }: { model: CompiledModel; scope: Scope; query: RowListQuery | FunnelQuery },
  plan: Plan,
) => {
  const from = model.datasets.get(query.dataset)!;
  const { name, title, owner } = from.dataset;
  const used = [...columnsOfQuery(from, query, { model, scope }), ...conditionColumns(plan)];
  const facts = from.facts.flatMap((fact) => factsBehind(model, fact));
  return {
    ...readsOf(plan, []),
    ...rightsBehind(facts, scope, used),
    dataset: { name, title },
    owner,
    filter: query.filter ?? null,
  };
};

/**
 * The lineage of a figure. `plan` is the row-level plan, `rollups` were read instead; `accounts` has the account names
 * of its columns, in order.
 */
export function provenanceOf(
  { model, scope, query }: { model: CompiledModel; scope: Scope; query: SemanticQuery },
  measure: Measure,
  {
    plan,
    rollups,
    accounts,
    requested,
    asOf,
  }: {
    plan: Plan;
    rollups: readonly Provenance['tables'][number]['rollup'][];
    accounts: readonly { name: string | null }[];
    requested: string;
    asOf: string | null;
  },
): Provenance {
  const from = model.datasets.get(query.dataset)!;
  const explained = { model, scope };
  const facts = from.facts
    .filter(({ dataset }) => plan.facts.some((fact) => fact.dataset === dataset.name))
    .flatMap((fact) => factsBehind(model, fact));
  const behind = columnsBehind(from, measure, explained);
  const having = query.kind === 'aggregate' ? query.having : undefined;
  const compared = comparedIn(from, query);
  const names = new Map(behind.map(({ column }, index) => [column.toUpperCase(), accounts[index]?.name ?? null]));
  const used = [...behind, ...columnsBehind(from, measure, null), ...columnsOfQuery(from, query, explained)];
  const calculation =
    query.kind === 'aggregate' ? query.calculations.find(({ name }) => name === requested) : undefined;
  const columnTitle = (name: string) => plan.columns.find((column) => column.name === name)?.title ?? { en: name };
  return {
    lineage: treeOf(from, measure, { ...explained, names }),
    ...readsOf(plan, rollups),
    ...rightsBehind(facts, scope, [...used, ...conditionColumns(plan)]),
    queries: facts.flatMap(({ dataset: { name, query: ofRows } }) =>
      ofRows ? [{ dataset: name, query: ofRows }] : [],
    ),
    settings: settingsOf(explained, from, { measures: [measure, ...compared], asOf }),
    calculation: calculation
      ? {
          name: calculation.name,
          title: columnTitle(calculation.name),
          kind: calculation.kind,
          text: calculationText(calculation, columnTitle),
        }
      : null,
    groups: having ? havingText(having, (name) => from.measures.get(name)!.title) : null,
  };
}

/** The plan as displayed: row rules are replaced by their names. */
export function withoutRules<P extends Plan>(plan: P, model: CompiledModel, scope: Scope): P {
  const hideRules = ({ dataset, source: whole }: { dataset: string; source: PlanSource }): PlanSource => {
    const source = whole.rows ? { ...whole, rows: withoutRules(whole.rows, model, scope) } : whole;
    if (!source.rules && !source.perKey) return source;
    const fact = model.datasets.get(plan.dataset)!.facts.find((fact) => fact.dataset.name === dataset)!;
    const names = titles(rulesFor(fact, scope)).map(({ title }) => title.en);
    const shown = [...names, ...(scope.predicates?.length ? ['of the reader'] : [])].map((name): PlanPredicate => ({
      kind: 'holds',
      condition: { kind: 'name', table: null, name: `row rule: ${name}`, at: 0 },
    }));
    const known = source.known && { ...source.known, rules: source.known.rules.length > 0 ? shown : [] };
    const perKey = source.perKey?.map((item) => ({ ...item, source: hideRules({ dataset, source: item.source }) }));
    const rules = source.rules && conjunctionOf(shown);
    return { ...source, rules, ...(known && { known }), ...(perKey && { perKey }) };
  };
  const facts = plan.facts.map((fact): PlanFact => ({
    ...fact,
    source: hideRules(fact),
    snapshotDates: fact.snapshotDates.map((dates) => ({
      ...dates,
      source: hideRules({ ...dates, dataset: fact.dataset }),
    })),
  }));
  return { ...plan, facts };
}
