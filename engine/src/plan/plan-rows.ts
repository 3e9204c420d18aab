import { columnOf } from '@rise/contract';
import type { AggregateQuery, CellAddress, ErrorDetail, Measure, ResultColumn, RowsQuery } from '@rise/contract';
import { QueryError } from '../errors.ts';
import { partsOf } from '../expression/tree.ts';
import type { CompiledDataset, CompiledModel } from '../model/compile-model.ts';
import { planIn } from './plan-filter.ts';
import { atomsBehind, measureColumn } from './plan-measure.ts';
import { planQuery } from './plan-query.ts';
import type { AggregatePlan, PlanAtom, PlanColumn, PlanExpression, PlanFact, PlanField, PlanPredicate, RowsPlan } from './plan.ts'; // prettier-ignore
import type { Scope } from './scope.ts';

type Fail = (field: string, message: string) => void;

/** The rows whose key is missing: without a value, or in none of the bands. */
export function planNone(field: PlanField): PlanPredicate {
  if (!field.bands) return { kind: 'null', field };
  const bands = field.bands.map(({ value }) => value);
  return { kind: 'not', of: planIn(field, bands, '', () => {}) };
}

/** What picks the rows of a cell; the place of the field that is outside the top, where there is one. */
function planCell(cell: CellAddress, plan: AggregatePlan, fields: readonly PlanField[], own: number, fail: Fail) {
  const known = fields.slice(0, own).map(({ name }) => name);
  const predicates: PlanPredicate[] = [];
  const settled: string[] = [];
  let outside = false;
  for (const [index, { field: name, value, level }] of cell.entries()) {
    const field = fields.slice(0, own).find((each) => each.name === name);
    if (!field) {
      fail(`cell.${index}.field`, `'${name}' is not among the query's dimensions, which are ${known.join(', ')}.`);
    } else if (level === 'other') {
      outside = plan.top?.field === name;
      if (!outside) fail(`cell.${index}.level`, `Of '${name}' the query keeps no top, so nobody is outside it.`);
    } else if (level === 'member') {
      settled.push(name);
      const path = `cell.${index}.value`;
      predicates.push(value === null ? planNone(field) : planIn(field, [value], path, (_, text) => fail(path, text)));
    }
  }
  return { predicates, settled, outside };
}

/** The warehouse's columns that atoms are computed of. Those that the reader sees nothing of are not named either. */
function sourcesOf({ source }: PlanFact, atoms: readonly PlanAtom[]): PlanColumn[] {
  const tables = new Set([source.table, ...source.joins.map(({ table }) => table)]);
  const found = new Map<string, PlanColumn>();
  const look = (expression: PlanExpression) => {
    if (expression.kind === 'nothing') return;
    if (expression.kind === 'name' && expression.table !== null && tables.has(expression.table))
      found.set(`${expression.table}.${expression.name}`, { table: expression.table, column: expression.name });
    for (const part of partsOf(expression)) look(part);
  };
  for (const each of atoms) {
    const atom = each.kind === 'daily' ? each.of : each;
    if (atom.kind === 'months' || atom.kind === 'daily') continue;
    if (atom.kind !== 'count') look(atom.value);
    if (atom.where) look(atom.where);
  }
  return [...found.values()];
}

function typeOfPart(atom: PlanAtom): ResultColumn['type'] {
  const { kind } = atom.kind === 'daily' ? atom.of : atom;
  if (kind === 'count' || kind === 'added') return 'integer';
  if (kind === 'quantile') return 'number';
  return kind === 'distinct' || kind === 'filled' ? 'string' : 'decimal';
}

/** What a row gives to an atom is called by its measure; an average has two, its sum and the number of its values. */
function partColumn(from: CompiledDataset, atom: PlanAtom): ResultColumn {
  const measure = from.measures.get(atom.name) ?? from.measures.get(atom.name.split(' ')[0]!);
  const title = measure ? (measure.label ?? measure.title) : { en: atom.name };
  const format = measure && typeOfPart(atom) !== 'string' ? { format: measure.format } : {};
  return { name: atom.name.replaceAll(' ', '.'), title, role: 'measure', type: typeOfPart(atom), ...format };
}

/** The aggregate with further dimensions, and nothing in it but one measure. Its faults are those of the query. */
function planAsked(model: CompiledModel, scope: Scope, query: AggregateQuery, measure: string, asOf: string | null) {
  const { subtotals: _, pivot: _pivot, ...rest } = query;
  try {
    const plain = { ...rest, measures: [measure], calculations: [], order: [], totals: false };
    return planQuery(model, scope, plain, asOf) as AggregatePlan;
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    throw new QueryError(
      error.details.map(({ field, message }) => ({
        field: field === 'measures.0' ? 'measure' : `query.${field}`,
        message,
      })),
    );
  }
}

/** Plans the rows behind a cell. Throws `QueryError` naming every field at fault. */
export function planRows(model: CompiledModel, scope: Scope, asked: RowsQuery, asOf: string | null): RowsPlan {
  const { query, measure: name, limit, offset } = asked;
  const details: ErrorDetail[] = [];
  const fail: Fail = (field, message) => void details.push({ field, message });
  const from = model.datasets.get(query.dataset);
  const own = query.dimensions.map(columnOf);
  const named = query.dimensions.filter((each) => typeof each === 'string');
  const others = [...(from?.dimensions.keys() ?? [])].filter((each) => !named.includes(each));
  const columns = asked.columns ?? [...named, ...others];
  for (const [index, column] of columns.entries())
    if (from && !from.dimensions.has(column))
      fail(`columns.${index}`, `There is no dimension '${column}' in '${query.dataset}'. Name one of its dimensions.`);
  if (details.length > 0) throw new QueryError(details);

  const extra = columns.filter((column, index) => !own.includes(column) && columns.indexOf(column) === index);
  const dimensions = [...query.dimensions.map(unfilled), ...extra];
  const plan = planAsked(model, scope, { ...query, dimensions }, name, asOf);
  const [measure] = plan.measures;
  const behind = new Set(atomsBehind(measure!));
  const facts = plan.facts.flatMap((fact, index) => (fact.atoms.some((atom) => behind.has(atom.name)) ? [index] : []));
  if (facts.length > 1) {
    const sets = facts.map((index) => `'${plan.facts[index]!.dataset}'`).join(' and ');
    fail('measure', `'${name}' is made of rows of ${sets}. Ask for the rows of one of its parts.`);
  }
  const place = facts[0]!;
  const fact = plan.facts[place]!;
  const { predicates, settled, outside } = planCell(asked.cell, plan, fact.fields, own.length, fail);
  if (details.length > 0) throw new QueryError(details);

  const all = fact.atoms.filter((atom) => behind.has(atom.name));
  const beside = all.filter((atom) => atom.kind === 'months' || isClock(fact, atom));
  const atoms = all.filter((atom) => !beside.includes(atom));
  const sources = sourcesOf(fact, atoms);
  const shown = columns.map((column) => fact.fields.findIndex((field) => field.name === column));
  const byName = new Map(plan.columns.map((column) => [column.name, column]));
  return {
    kind: 'rows',
    dataset: query.dataset,
    facts: plan.facts,
    of: plan,
    fact: place,
    cell: predicates,
    settled,
    outside,
    shown,
    parts: atoms.map((atom) => ({ atom, type: typeOfPart(atom) })),
    beside,
    sources,
    measure: measure!,
    valueType: measureColumn(from!.measures.get(name) as Measure).type,
    limit,
    offset,
    columns: [
      ...columns.map((column) => byName.get(column)!),
      ...atoms.map((atom) => partColumn(from!, atom)),
      ...sources.map(({ table, column }): ResultColumn => ({
        name: `${table}.${column}`,
        title: { en: column },
        role: 'source',
        type: 'string',
      })),
    ],
  };
}

const unfilled = (request: AggregateQuery['dimensions'][number]) =>
  typeof request === 'string' ? request : { ...request, fill: false };

/** Whether an atom is of the days that figures stand on, and of no row's own. */
function isClock({ clocks }: PlanFact, atom: PlanAtom): boolean {
  if (atom.kind === 'months' || atom.kind === 'count' || atom.kind === 'daily') return false;
  const { value } = atom;
  return value.kind === 'name' && clocks.some(({ name }) => name === value.table);
}
