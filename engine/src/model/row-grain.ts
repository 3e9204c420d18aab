import type { CountedOnce, Dataset, Measure } from '@rise/contract';
import { tablesOfExpression } from '../expression/columns.ts';
import { once } from '../expression/once.ts';
import type { Expression } from '../expression/tree.ts';
import type { CompiledModel } from './compiled-model.ts';
import { joinsOf, rowKeyOf } from './joins.ts';
import type { DeclaredJoin } from './joins.ts';
import type { DatasetExpressions } from './read-expressions.ts';

/** Kinds of measures that a repeated row would change. */
export const REPEATABLE = new Set<Measure['kind']>(['sum', 'average', 'median', 'percentile', 'variance', 'stddev']);

/** What one value of an expression belongs to. */
export type RowGrain =
  /** A row of the dataset's own table. */
  | { kind: 'fact' }
  /** A row of a joined table, which several rows of the dataset may share: by its key, it counts once. */
  | { kind: 'joined'; join: string; key: readonly Expression[] }
  /** A combination of rows of several joins, none of which determines the others. */
  | { kind: 'unclear'; joins: readonly string[] };

/**
 * The grain of an expression: the table each row of which has one value of it. Joined rows determine the rows that are
 * joined to them, and a one-to-one join keeps the grain of the table it joins to.
 */
export function rowGrain(dataset: Dataset, expression: Expression): RowGrain {
  return grainsOf(dataset)(expression);
}

const grainsOf = once((dataset: Dataset) => {
  const joins = new Map(joinsOf(dataset).map((join) => [join.name, join]));
  return once((expression: Expression) => grainIn(dataset, joins, expression));
});

function grainIn(dataset: Dataset, joins: Joins, expression: Expression): RowGrain {
  // A table that is not joined is reported elsewhere.
  const names = tablesOfExpression(expression).filter((name) => name === dataset.table || joins.has(name));
  const grains = new Set(names.map((name) => grainOf(joins, name)));
  for (const name of grains) for (const above of namesAbove(joins, name)) grains.delete(above);
  const [join, ...others] = grains;
  if (join === undefined || grains.has(dataset.table)) return { kind: 'fact' };
  if (others.length > 0) return { kind: 'unclear', joins: [...grains] };
  return { kind: 'joined', join, key: rowKeyOf(joins.get(join)!) };
}

type Joins = ReadonlyMap<string, DeclaredJoin>;

/** The join, or the dataset's own table, whose rows those of a join belong to one by one. */
function grainOf(joins: Joins, name: string): string {
  const join = joins.get(name);
  return join?.relationship === 'one_to_one' ? grainOf(joins, join.to) : name;
}

/** The grains of what is joined to the rows of a join, at any distance. */
function namesAbove(joins: Joins, grain: string): Set<string> {
  const above = new Set<string>();
  for (const { name } of joins.values()) {
    for (let join = joins.get(name); join; join = joins.get(join.to)) {
      if (grainOf(joins, join.to) === grain && grainOf(joins, name) !== grain) above.add(grainOf(joins, name));
    }
  }
  return above;
}

/** The join each row of which counts once in a measure, however many rows of the dataset share it. */
export function oncePer(dataset: Dataset, { values }: Pick<DatasetExpressions, 'values'>, of: Measure): string | null {
  const value = values.get(of.name);
  const grain = value && REPEATABLE.has(of.kind) ? rowGrain(dataset, value) : null;
  return grain?.kind === 'joined' ? grain.join : null;
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
