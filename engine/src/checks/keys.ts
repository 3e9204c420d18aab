import type { Dataset, Model } from '@rise/contract';
import type { IssuePath, ModelIssue } from '../errors.ts';
import { binary, columnNamed, textOf } from '../expression/build.ts';
import { typeOf } from '../expression/check.ts';
import { columnsIn } from '../expression/columns.ts';
import type { Expression } from '../expression/tree.ts';
import { averageKeys } from './average-balances.ts';
import { lastKnownKeys } from './last-known.ts';
import type { JoinKey, RepeatedKey, Validity } from '../model/joins.ts';
import { conditionOn, joinsOf, tablesByName } from '../model/joins.ts';
import { isInRange } from './column-types.ts';
import { indexCatalog } from '../model/catalog.ts';
import type { Catalog, CatalogIndex } from '../model/catalog.ts';
import { readExpressions } from '../model/read-expressions.ts';
import type { DatasetExpressions } from '../model/read-expressions.ts';

/** What has to be unique for a part of a dataset, and what is wrong where it is not. */
interface NeededKey {
  key: JoinKey;
  /** In the dataset. */
  path: IssuePath;
  issue: (repeated: string, key: RepeatedKey) => string;
}

/** Rows of a join that matches several would count several times; one-to-one joins share no row. */
function keysOfJoins(dataset: Dataset, { joins }: Pick<DatasetExpressions, 'joins'>): NeededKey[] {
  const tableOf = tablesByName(dataset);
  const keyOf = (name: string, columns: string[]): JoinKey => {
    const where = joins.get(name);
    const table = tableOf(name);
    return { table, columns, ...(where && { where: conditionOn(where, table) }) };
  };
  const rowsOf = (name: string) =>
    joins.has(name) ? `'${tableOf(name)}' that satisfy the condition of '${name}'` : `'${tableOf(name)}'`;
  return joinsOf(dataset).flatMap(({ name, table, to, on, validity, relationship }, place): NeededKey[] => {
    const path = ['joins', place];
    const keys = on.map(({ key }) => key);
    const plain: NeededKey = {
      key: keyOf(name, keys),
      path,
      issue: (repeated, { columns }) =>
        `${repeated} in several rows of ${rowsOf(name)}, so rows of '${dataset.name}' would be counted several times. Add the columns that identify its rows${joins.has(name) ? ', narrow the condition' : " or a condition as 'where'"}, or load '${table}' with one row for each ${columns.join(', ')}.`,
    };
    const own = validity
      ? keyOfValidity(validity, { path, keys, rows: rowsOf(name), keyOf: (columns) => keyOf(name, columns) })
      : plain;
    const other: NeededKey = {
      key: keyOf(
        to,
        on.map(({ column }) => column),
      ),
      path: [...path, 'relationship'],
      issue: (repeated) =>
        `${repeated} in several rows of ${rowsOf(to)}, so the join to '${name}' is not one to one. Leave 'relationship' out: each row of '${name}' then counts once.`,
    };
    return relationship === 'one_to_one' ? [own, other] : [own];
  });
}

/** Of the rows of a key, one is valid at any value: they do not overlap, and none begins with another. */
function keyOfValidity(
  validity: Validity,
  { path, keys, rows, keyOf }: { path: IssuePath; keys: string[]; rows: string; keyOf: (columns: string[]) => JoinKey },
): NeededKey {
  const { from, until, type } = validity;
  if (!until)
    return {
      key: keyOf([...keys, from]),
      path: [...path, 'latest'],
      issue: (repeated) =>
        `${repeated} in several rows of ${rows}, so it is unclear which of them is the latest. Add the columns that identify its rows to 'on', or a condition as 'where'.`,
    };
  const remedy = until.inclusive
    ? "If rows end where the next ones begin, set ends: exclusive. Otherwise correct them, or add a condition as 'where'."
    : "Correct them, or add a condition as 'where'.";
  return {
    key: { ...keyOf(keys), range: { from, until, type } },
    path: [...path, 'valid'],
    issue: (_, { values, overlap }) =>
      `${overlapText(keys, rows, values)}${overlap ? `, ${exampleOf(overlap)}` : ''}. A row of the dataset would be counted for each of them. ${remedy}`,
  };
}

function overlapText(keys: readonly string[], rows: string, values: number): string {
  if (keys.length === 0) return `Rows of ${rows} overlap`;
  const columns = keys.join(', ');
  return values === 1
    ? `One value of ${columns} has rows of ${rows} that overlap`
    : `${values} values of ${columns} have rows of ${rows} that overlap`;
}

/** Two rows that overlap, in words. */
function exampleOf({ key, ranges }: NonNullable<RepeatedKey['overlap']>): string {
  const [one, other] = ranges.map(([from, until]) =>
    from === null ? `until ${until ?? 'further notice'}` : `from ${from}${until === null ? ' on' : ` until ${until}`}`,
  );
  const of = key.length === 0 ? '' : `${key.map((value) => `'${String(value)}'`).join(', ')}: `;
  return `such as ${of}one is valid ${one}, another ${other}`;
}

function neededKeys(model: Model, dataset: Dataset): NeededKey[] {
  const expressions = readExpressions(model, dataset, [], () => undefined);
  const known = lastKnownKeys(dataset, expressions).map(({ measure, key, ordered }): NeededKey => ({
    key,
    path: ['measures', measure, 'over'],
    issue: (repeated) =>
      `${repeated} in several rows of '${key.table}', so it is unclear which of them is the last. ${ordered ? 'Take a column that orders them' : 'Name the column that orders them'} as 'order'.`,
  }));
  const averaged = averageKeys(dataset, expressions).map(({ measure, key }): NeededKey => ({
    key,
    path: ['measures', measure, 'per'],
    issue: (repeated) =>
      `${repeated} in several rows of '${key.table}', so a row has several balances at the prior year-end. Name the dimensions that identify a row of each date.`,
  }));
  return [...keysOfJoins(dataset, expressions), ...known, ...averaged];
}

/** A currency has one rate on a day, and rates are positive. */
function ratesKeys({ exchangeRates: rates }: Model): NeededKey[] {
  if (!rates) return [];
  const { table, currency, day, rate, baseColumn, base } = rates;
  const columns = [currency, day];
  const ofBase = baseColumn === undefined ? null : binary(columnNamed(table, baseColumn), '=', text(base));
  const notPositive = binary(columnNamed(table, rate), '<=', { kind: 'number', value: '0', at: 0 });
  return [
    {
      key: { table, columns, ...(ofBase && { where: ofBase }) },
      path: ['table'],
      issue: (repeated) =>
        `${repeated} in several rows of '${table}', so it is unclear which rate counts. Load one rate for each currency and day${baseColumn === undefined ? ", or name the column of the base as 'baseColumn'" : ''}.`,
    },
    {
      key: { table, columns, where: ofBase ? binary(ofBase, 'and', notPositive) : notPositive, none: true },
      path: ['rate'],
      issue: (found) => `${found} in '${table}' with a rate that is 0 or negative. Load positive rates only.`,
    },
  ];
}

const text = (value: string): Expression => ({ kind: 'text', value, at: 0 });

const nameOf = ({ table, columns, where, range, none }: JoinKey) =>
  `${JSON.stringify([table, ...columns.toSorted()]).toLowerCase()} ${where ? textOf(where) : ''} ${JSON.stringify(range ?? null)}${none ? ' none' : ''}`;

/** Whether a key can be looked up: the warehouse has its columns, and the condition fits their types. */
export function isReadable({ table, columns, where, range }: JoinKey, catalog: CatalogIndex): boolean {
  const known = catalog.columns(table);
  const ends = range ? [range.from, range.until.column] : [];
  const all = [...columns, ...ends, ...(where ? columnsIn(where).map(({ column }) => column) : [])];
  // Columns of other types are reported with the expressions.
  if (!ends.every((column) => isInRange(range!.type, catalog.typeOf(table, column)))) return false;
  if (!all.every((column) => known?.has(column.toLowerCase()))) return false;
  try {
    if (where) typeOf(where, { column: (_, name) => catalog.typeOf(table, name), parameter: () => 'unknown' });
    return true;
  } catch {
    // Reported with the expressions.
    return false;
  }
}

/** What has to be unique for a model, of the columns that the warehouse has, without duplicates. */
export function uniqueKeys(model: Model, catalog: Catalog): JoinKey[] {
  const index = indexCatalog(catalog);
  const all = [...ratesKeys(model), ...model.datasets.flatMap((dataset) => neededKeys(model, dataset))]
    .map(({ key }) => key)
    .filter((key) => isReadable(key, index));
  return [...new Map(all.map((key) => [nameOf(key), key])).values()];
}

/**
 * Reports joins that match several rows, one-to-one joins whose rows are shared, last values that are not one, and
 * exchange rates that are several or not positive.
 */
export function checkKeys(
  model: Model,
  repeated: readonly RepeatedKey[],
  issueAt: (path: IssuePath, message: string) => ModelIssue,
): ModelIssue[] {
  const known = new Map(repeated.map((key) => [nameOf(key), key]));
  const issuesOf = (needed: readonly NeededKey[], at: IssuePath) =>
    needed.flatMap(({ key, path, issue }) => {
      const found = known.get(nameOf(key));
      if (!found) return [];
      const { values } = found;
      const columns = key.columns.join(', ');
      const what = values === 1 ? `One value of ${columns} occurs` : `${values} values of ${columns} occur`;
      return [issueAt([...at, ...path], issue(what, { ...found, ...key }))];
    });
  return [
    ...issuesOf(ratesKeys(model), ['exchangeRates']),
    ...model.datasets.flatMap((dataset, index) => issuesOf(neededKeys(model, dataset), ['datasets', index])),
  ];
}
