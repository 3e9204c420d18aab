import type { Dataset, Model, OptionalColumn } from '@rise/contract';
import type { IssuePath, ModelIssue, ReportIssue } from '../errors.ts';
import { columnsIn } from '../expression/columns.ts';
import type { TableColumn } from '../expression/columns.ts';
import type { Expression } from '../expression/tree.ts';
import { indexCatalogue } from '../model/catalogue.ts';
import type { Catalogue } from '../model/catalogue.ts';
import { checkTypes } from './column-types.ts';
import { lastKnownOf } from '../model/measures.ts';
import { isOptional } from './optional.ts';
import { joinsOf, kindOf, tablesByName, validityColumns } from '../model/joins.ts';
import { readExpressions } from '../model/read-expressions.ts';
import { suggestName } from '../expression/suggest-name.ts';

interface Reference {
  path: IssuePath;
  table: string;
  column: string | null;
}

function references(model: Model, dataset: Dataset): Reference[] {
  const { values, conditions, rules, joins } = readExpressions(model, dataset, [], () => undefined);
  const tableOf = tablesByName(dataset);
  const inTable = (path: IssuePath, { table, column }: TableColumn) => ({ path, table: tableOf(table), column });
  const named = (path: IssuePath, expressions: readonly (Expression | undefined)[]) =>
    expressions.flatMap((item) => (item ? columnsIn(item).map((column) => inTable(path, column)) : []));
  const inRule = (name: string, path: IssuePath) => named(path, [rules.get(name)]);
  const namedIn = (name: string, path: IssuePath) => named(path, [values.get(name), conditions.get(name)]);
  return [
    { path: ['table'], table: dataset.table, column: null },
    ...(dataset.asOf ? [inTable(['asOf'], dataset.asOf)] : []),
    ...joinsOf(dataset).flatMap(({ name, table, to, on, validity }, index) => [
      ...on.flatMap(({ column, key }) => [
        { path: ['joins', index, 'on'], table, column: key },
        inTable(['joins', index, 'on'], { table: to, column }),
      ]),
      ...(validity
        ? [
            inTable(['joins', index, kindOf(validity), 'at'], { table: to, column: validity.at }),
            ...validityColumns(validity).map((column) => ({ path: ['joins', index, kindOf(validity)], table, column })),
          ]
        : []),
      ...named(['joins', index, 'where'], [joins.get(name)]),
    ]),
    ...dataset.dimensions.flatMap((field, index) => namedIn(field.name, ['dimensions', index])),
    ...dataset.measures.flatMap((field, index) => namedIn(field.name, ['measures', index])),
    ...dataset.measures.flatMap((measure, index) => {
      const order = lastKnownOf(measure)?.order;
      const path = ['measures', index, 'over', 'order'];
      return order === undefined ? [] : [{ path, table: dataset.table, column: order }];
    }),
    ...dataset.rules.flatMap((rule, index) => inRule(rule.name, ['rules', index])),
    ...dataset.masks.flatMap((mask, index) => mask.columns.map((column) => ({ path: ['masks', index], ...column }))),
  ];
}

/** A table's or column's name as the warehouse has it. */
function writtenIn(catalogue: Catalogue, table: string, column: string | null): string {
  const find = (names: readonly string[], name: string) =>
    names.includes(name) ? name : (names.find((other) => other.toLowerCase() === name.toLowerCase()) ?? name);
  const found = find(Object.keys(catalogue), table);
  return column === null ? found : find(Object.keys(catalogue[found] ?? {}), column);
}

const CAME_OR_WENT = " If it came or went, list it under 'optional' of the dataset.";
const NOT_MEASURED = 'Load the data again; in an external warehouse, add it to a view, with NULL.';

/**
 * Checks a model against a warehouse: missing tables and columns, and types that do not match. Names are found without
 * regard to case; `exact`: the engine distinguishes it, so they have to be written as there. `measured`: the load has
 * measured when columns were delivered, so optional ones may be missing. `issueAt` adds the position in the document,
 * where known.
 */
export function checkCatalogue(
  model: Model,
  catalogue: Catalogue,
  {
    exact = false,
    measured = false,
    issueAt = (path, message) => ({
      file: model.name,
      line: null,
      column: null,
      path: path.map(String).join('.'),
      message,
    }),
  }: { exact?: boolean; measured?: boolean; issueAt?: (path: IssuePath, message: string) => ModelIssue } = {},
): ModelIssue[] {
  const index = indexCatalogue(catalogue);
  const issues: ModelIssue[] = [];
  const report: ReportIssue = (path, message) => void issues.push(issueAt(path, message));
  const check = (path: IssuePath, table: string, column: string | null, optional: readonly OptionalColumn[] = []) => {
    const columns = index.columns(table);
    const isMissing = !columns || (column !== null && !columns.has(column.toLowerCase()));
    if (isMissing && isOptional(optional, table, columns ? column : null)) {
      if (!measured)
        report(path, `'${column ?? table}' is optional, but it is not known when this warehouse's columns were delivered. ${NOT_MEASURED}`); // prettier-ignore
    } else if (!columns) {
      const known = suggestName(table.toLowerCase(), index.tables);
      report(path, `The warehouse has no table '${table}'.${known}${measured ? CAME_OR_WENT : ''}`);
    } else if (column !== null && isMissing) {
      const near = suggestName(column.toLowerCase(), columns.keys());
      report(path, `The table '${table}' has no column '${column}'.${near}${measured ? CAME_OR_WENT : ''}`);
    } else if (exact) {
      const found = writtenIn(catalogue, table, column);
      if (found !== (column ?? table))
        report(path, `'${column ?? table}' is written '${found}' in the warehouse, which distinguishes upper and lower case. Write it so.`); // prettier-ignore
    }
  };
  for (const [position, dataset] of model.datasets.entries()) {
    const at = ['datasets', position];
    for (const reference of references(model, dataset))
      check([...at, ...reference.path], reference.table, reference.column, dataset.optional);
    checkTypes(model, dataset, at, index, report);
  }
  const accounts = model.accounts;
  if (accounts) {
    for (const key of ['account', 'title', 'description'] as const) {
      check(['accounts', key], accounts.table, accounts[key]);
    }
  }
  return issues;
}
