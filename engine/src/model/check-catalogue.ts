import type { Dataset, Model } from '@rise/contract';
import type { ModelProblem } from '../errors.ts';
import { columnsIn } from '../plan/bound.ts';
import { indexCatalogue } from './catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { checkTypes } from './check-types.ts';
import { joinsOf } from '../plan/plan-source.ts';
import type { ProblemPath } from './parse-yaml.ts';
import { readExpressions } from './read-expressions.ts';
import { suggestName } from './suggest-name.ts';

interface Reference {
  path: ProblemPath;
  table: string;
  column: string | null;
}

function references(model: Model, dataset: Dataset): Reference[] {
  const { values, conditions, rules } = readExpressions(model, dataset, [], () => undefined);
  const inRule = (name: string, path: ProblemPath) =>
    columnsIn(rules.get(name)!).map((column) => ({ path, ...column }));
  const namedIn = (name: string, path: ProblemPath) =>
    [values.get(name), conditions.get(name)].flatMap((each) =>
      each ? columnsIn(each).map((column) => ({ path, ...column })) : [],
    );
  return [
    { path: ['table'], table: dataset.table, column: null },
    ...(dataset.asOf ? [{ path: ['asOf'], ...dataset.asOf }] : []),
    ...joinsOf(dataset).flatMap(({ table, to, on }, index) =>
      on.flatMap(({ column, key }) => [
        { path: ['joins', index, 'on'], table, column: key },
        { path: ['joins', index, 'on'], table: to, column },
      ]),
    ),
    ...dataset.dimensions.flatMap((field, index) => namedIn(field.name, ['dimensions', index])),
    ...dataset.measures.flatMap((field, index) => namedIn(field.name, ['measures', index])),
    ...dataset.rules.flatMap((rule, index) => inRule(rule.name, ['rules', index])),
    ...dataset.masks.flatMap((mask, index) => mask.columns.map((column) => ({ path: ['masks', index], ...column }))),
  ];
}

/**
 * What of a model a warehouse does not bear out: tables and columns that it lacks, and types that don't fit; empty when
 * they fit. Names compare without regard to case. `problem` says where something stands, where that is known.
 */
export function checkCatalogue(
  model: Model,
  catalogue: Catalogue,
  problem: (path: ProblemPath, message: string) => ModelProblem = (path, message) => ({
    file: model.name,
    line: null,
    column: null,
    path: path.map(String).join('.'),
    message,
  }),
): ModelProblem[] {
  const index = indexCatalogue(catalogue);
  const problems: ModelProblem[] = [];
  const report = (path: ProblemPath, message: string) => void problems.push(problem(path, message));
  const check = (path: ProblemPath, table: string, column: string | null) => {
    const columns = index.columns(table);
    if (!columns) {
      report(path, `The warehouse has no table '${table}'.${suggestName(table.toLowerCase(), index.tables)}`);
    } else if (column !== null && !columns.has(column.toLowerCase())) {
      const near = suggestName(column.toLowerCase(), columns.keys());
      report(path, `The table '${table}' has no column '${column}'.${near}`);
    }
  };
  for (const [position, dataset] of model.datasets.entries()) {
    const at = ['datasets', position];
    for (const each of references(model, dataset)) check([...at, ...each.path], each.table, each.column);
    checkTypes(model, dataset, at, index, report);
  }
  const accounts = model.accounts;
  if (accounts) {
    for (const key of ['account', 'title', 'description'] as const) {
      check(['accounts', key], accounts.table, accounts[key]);
    }
  }
  return problems;
}
