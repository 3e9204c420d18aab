import type { Dataset, Model } from '@rise/contract';
import type { IssuePath } from '../errors.ts';
import { columnsIn } from '../expression/columns.ts';
import type { TableColumn } from '../expression/columns.ts';
import type { Expression } from '../expression/tree.ts';
import { joinsOf, kindOf, tablesByName, validityColumns } from '../model/joins.ts';
import { lastKnownOf } from '../model/measures.ts';
import { readExpressions } from '../model/read-expressions.ts';

/** A table or column that a dataset names, and where. */
interface Reference {
  /** In the dataset. */
  path: IssuePath;
  table: string;
  column: string | null;
}

/** The tables of the warehouse and the columns that a dataset names. */
export function references(model: Model, dataset: Dataset): Reference[] {
  const { values, conditions, rules, joins, currencies } = readExpressions(model, dataset, [], () => undefined);
  const tableOf = tablesByName(dataset);
  const inTable = (path: IssuePath, { table, column }: TableColumn) => ({ path, table: tableOf(table), column });
  const named = (path: IssuePath, expressions: readonly (Expression | undefined)[]) =>
    expressions.flatMap((item) => (item ? columnsIn(item).map((column) => inTable(path, column)) : []));
  const inRule = (name: string, path: IssuePath) => named(path, [rules.get(name)]);
  const namedIn = (name: string, path: IssuePath) => named(path, [values.get(name), conditions.get(name)]);
  return [
    ...(dataset.query ? [] : [{ path: ['table'], table: dataset.table, column: null }]),
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
    // An average balance names the columns of another measure, which is checked itself.
    ...dataset.measures.flatMap((field, index) =>
      field.kind === 'average_balance' ? [] : namedIn(field.name, ['measures', index]),
    ),
    ...dataset.measures.flatMap(({ name }, index) => named(['measures', index, 'currency'], [currencies.get(name)])),
    ...dataset.measures.flatMap((measure, index) => {
      const order = lastKnownOf(measure)?.order;
      const path = ['measures', index, 'over', 'order'];
      return order === undefined ? [] : [{ path, table: dataset.table, column: order }];
    }),
    ...dataset.rules.flatMap((rule, index) => inRule(rule.name, ['rules', index])),
    ...dataset.masks.flatMap((mask, index) => mask.columns.map((column) => ({ path: ['masks', index], ...column }))),
  ];
}
