import type { CountedOnce, Dataset, Measure } from '@rise/contract';
import { tablesOfExpression } from '../expression/columns.ts';
import type { Expression } from '../expression/tree.ts';
import type { CompiledModel } from './compiled-model.ts';
import { joinsOf } from './joins.ts';
import type { DeclaredJoin, JoinKey } from './joins.ts';
import type { DatasetExpressions } from './read-expressions.ts';

/** Kinds of measures that a repeated row would change. */
export const REPEATABLE = new Set<Measure['kind']>(['sum', 'average', 'median', 'percentile']);

/** What one value of an expression belongs to. */
export type RowGrain =
  /** A row of the dataset's own table. */
  | { kind: 'fact' }
  /** A row of a joined table, which several rows of the dataset may share: by its key, it counts once. */
  | { kind: 'joined'; key: JoinKey }
  /** A combination of rows of several tables, none of which determines the others. */
  | { kind: 'unclear'; tables: readonly string[] };

/**
 * The grain of an expression: the table each row of which has one value of it. Joined rows determine the rows that are
 * joined to them, and a one-to-one join keeps the grain of the table it joins to.
 */
export function rowGrain(dataset: Dataset, expression: Expression): RowGrain {
  const joins = new Map(joinsOf(dataset).map((join) => [join.table, join]));
  // A table that is not joined is reported elsewhere.
  const tables = tablesOfExpression(expression).filter((table) => table === dataset.table || joins.has(table));
  const grains = new Set(tables.map((table) => grainTable(joins, table)));
  for (const table of grains) for (const above of tablesAbove(joins, table)) grains.delete(above);
  const [table, ...others] = grains;
  if (table === undefined || grains.has(dataset.table)) return { kind: 'fact' };
  if (others.length > 0) return { kind: 'unclear', tables: [...grains] };
  return { kind: 'joined', key: { table, columns: joins.get(table)!.on.map(({ key }) => key) } };
}

type Joins = ReadonlyMap<string, DeclaredJoin>;

/** The table whose rows those of a table belong to one by one. */
function grainTable(joins: Joins, table: string): string {
  const join = joins.get(table);
  return join?.relationship === 'one_to_one' ? grainTable(joins, join.to) : table;
}

/** The grains of the tables that are joined to a table's rows, at any distance. */
function tablesAbove(joins: Joins, grain: string): Set<string> {
  const above = new Set<string>();
  for (const { table } of joins.values()) {
    for (let join = joins.get(table); join; join = joins.get(join.to)) {
      if (grainTable(joins, join.to) === grain && grainTable(joins, table) !== grain)
        above.add(grainTable(joins, table));
    }
  }
  return above;
}

/** The joined table each row of which counts once in a measure, however many rows of the dataset share it. */
export function oncePer(dataset: Dataset, { values }: Pick<DatasetExpressions, 'values'>, of: Measure): string | null {
  const value = values.get(of.name);
  const grain = value && REPEATABLE.has(of.kind) ? rowGrain(dataset, value) : null;
  return grain?.kind === 'joined' ? grain.key.table : null;
}

/** The measures that are computed from joined rows, each of which counts once. */
export const countedOnce = ({ datasets }: CompiledModel): CountedOnce[] =>
  [...datasets.values()]
    .filter(({ facts }) => facts.length === 1)
    .flatMap(({ facts: [fact], measures }) =>
      [...measures.values()].flatMap((measure) => {
        const table = oncePer(fact!.dataset, fact!.expressions, measure);
        return table === null ? [] : [{ dataset: fact!.name, measure: measure.name, table }];
      }),
    );
