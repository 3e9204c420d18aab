import type { Dataset, Model } from '@rise/contract';
import type { ModelProblem } from '../errors.ts';
import { columnsIn } from '../plan/bound.ts';
import { readExpressions } from './read-expressions.ts';
import { suggestName } from './suggest-name.ts';

/** The tables of a warehouse version and their columns, names as the warehouse writes them. */
export type Catalogue = Record<string, readonly string[]>;

function references(model: Model, dataset: Dataset): { path: string; table: string; column: string | null }[] {
  const { values, conditions, rules } = readExpressions(model, dataset, [], () => undefined);
  const inRule = (name: string, path: string) => columnsIn(rules.get(name)!).map((column) => ({ path, ...column }));
  const namedIn = (name: string, path: string) =>
    [values.get(name), conditions.get(name)].flatMap((each) =>
      each ? columnsIn(each).map((column) => ({ path, ...column })) : [],
    );
  return [
    { path: 'table', table: dataset.table, column: null },
    { path: 'asOf', ...dataset.asOf },
    ...dataset.joins.flatMap((join, index) =>
      join.on.flatMap((column) => [
        { path: `joins.${index}.on`, table: join.table, column },
        { path: `joins.${index}.on`, table: dataset.table, column },
      ]),
    ),
    ...dataset.dimensions.flatMap((field, index) => namedIn(field.name, `dimensions.${index}`)),
    ...dataset.measures.flatMap((field, index) => namedIn(field.name, `measures.${index}`)),
    ...dataset.rules.flatMap((rule, index) => inRule(rule.name, `rules.${index}`)),
    ...dataset.masks.flatMap((mask, index) => mask.columns.map((column) => ({ path: `masks.${index}`, ...column }))),
  ];
}

/** What a model names that a warehouse does not have; empty when they fit. Names compare without regard to case. */
export function checkCatalogue(model: Model, catalogue: Catalogue): ModelProblem[] {
  const tables = new Map(
    Object.entries(catalogue).map(([table, columns]) => [
      table.toLowerCase(),
      new Set(columns.map((column) => column.toLowerCase())),
    ]),
  );
  const problems: ModelProblem[] = [];
  const check = (path: string, table: string, column: string | null) => {
    const columns = tables.get(table.toLowerCase());
    const problem = (message: string) => problems.push({ file: model.name, line: null, path, message });
    if (!columns) {
      problem(`The warehouse has no table '${table}'.${suggestName(table.toLowerCase(), tables.keys())}`);
    } else if (column !== null && !columns.has(column.toLowerCase())) {
      problem(`The table '${table}' has no column '${column}'.${suggestName(column.toLowerCase(), columns)}`);
    }
  };
  for (const [index, dataset] of model.datasets.entries()) {
    for (const each of references(model, dataset)) check(`datasets.${index}.${each.path}`, each.table, each.column);
  }
  const accounts = model.accounts;
  if (accounts) {
    for (const key of ['account', 'title', 'description'] as const) {
      check(`accounts.${key}`, accounts.table, accounts[key]);
    }
  }
  return problems;
}
