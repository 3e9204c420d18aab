import type { Model, OptionalColumn } from '@rise/contract';
import type { IssuePath, ModelIssue, ReportIssue } from '../errors.ts';
import { TYPE_PHRASES } from '../expression/check.ts';
import { indexCatalog } from '../model/catalog.ts';
import type { Catalog, CatalogIndex } from '../model/catalog.ts';
import { checkTypes } from './column-types.ts';
import { withDerivedRows } from './derived-types.ts';
import { isOptional } from './optional.ts';
import { references } from './references.ts';
import { suggestName } from '../expression/suggest-name.ts';

interface Checks {
  check: (path: IssuePath, table: string, column: string | null) => void;
  index: CatalogIndex;
  report: ReportIssue;
}

/** Checks the table of exchange rates: its columns, and that they are codes, days and numbers. */
function checkRates({ exchangeRates: rates }: Model, { check, index, report }: Checks): void {
  if (!rates) return;
  const { table } = rates;
  const types = { day: ['date', 'timestamp'], rate: ['integer', 'decimal', 'number'] };
  const columns = ['currency', 'baseColumn', 'day', 'rate'] as const;
  if (!index.columns(table)) {
    check(['exchangeRates', 'table'], table, null);
    return;
  }
  for (const key of columns) {
    const column = rates[key];
    if (column === undefined) continue;
    check(['exchangeRates', key], table, column);
    const type = index.typeOf(table, column);
    const fits: readonly string[] = key === 'day' || key === 'rate' ? types[key] : ['string'];
    if (type !== 'unknown' && !fits.includes(type))
      report(['exchangeRates', key], `'${column}' is ${TYPE_PHRASES[type]}. Name the column with the ${NEEDED[key]}.`);
  }
}

const NEEDED = { currency: 'currency codes', baseColumn: 'codes of the base', day: 'days', rate: 'rates' };

/** A table's or column's name as the warehouse has it. */
function writtenIn(catalog: Catalog, table: string, column: string | null): string {
  const find = (names: readonly string[], name: string) =>
    names.includes(name) ? name : (names.find((other) => other.toLowerCase() === name.toLowerCase()) ?? name);
  const found = find(Object.keys(catalog), table);
  return column === null ? found : find(Object.keys(catalog[found] ?? {}), column);
}

const CAME_OR_WENT = " If it came or went, list it under 'optional' of the dataset.";
const NOT_MEASURED = 'Load the data again; in an external warehouse, add it to a view, with NULL.';

/**
 * Checks a model against a warehouse: missing tables and columns, and types that do not match. Names are found without
 * regard to case; `exact`: the engine distinguishes it, so they have to be written as there. `measured`: the load has
 * measured when columns were delivered, so optional ones may be missing. `issueAt` adds the position in the document,
 * where known.
 */
export function checkCatalog(
  model: Model,
  catalog: Catalog,
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
  const index = withDerivedRows(model, indexCatalog(catalog));
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
      const found = writtenIn(catalog, table, column);
      if (found !== (column ?? table))
        report(path, `'${column ?? table}' is written '${found}' in the warehouse, which distinguishes upper and lower case. Write it so.`); // prettier-ignore
    }
  };
  for (const [position, dataset] of model.datasets.entries()) {
    const at = ['datasets', position];
    // The columns of derived rows were checked with their query.
    for (const { path, table, column } of references(model, dataset))
      if (!dataset.query || table !== dataset.table) check([...at, ...path], table, column, dataset.optional);
    checkTypes(model, dataset, at, index, report);
  }
  checkRates(model, { check, index, report });
  const accounts = model.accounts;
  if (accounts) {
    for (const key of ['account', 'title', 'description'] as const) {
      check(['accounts', key], accounts.table, accounts[key]);
    }
  }
  return issues;
}
