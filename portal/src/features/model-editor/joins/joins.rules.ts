import type { ModelJoin } from '@rise/contract';
import { isMap, isScalar, isSeq, parseDocument } from 'yaml';

/** A join in the diagram of its dataset: tables stand in columns by their distance from the dataset's own. */
export interface PlacedJoin {
  join: ModelJoin;
  /** From 1. */
  column: number;
  row: number;
  /** Where the table that it is joined to stands. */
  from: { column: number; row: number };
}

export interface JoinDiagram {
  placed: PlacedJoin[];
  columns: number;
  rows: number;
}

/**
 * Places of a dataset's joins, in their order: what is joined to a table stands right of it, in the rows from its own on,
 * so that lines never cross.
 */
export function placeJoins(joins: readonly ModelJoin[]): JoinDiagram {
  const names = new Set(joins.map(({ name }) => name));
  const placed: PlacedJoin[] = [];
  let columns = 0;
  const placeAll = (to: string | null, from: PlacedJoin['from']): number => {
    let { row } = from;
    const children = joins.filter((join) => (to === null ? !names.has(join.to) : join.to === to));
    for (const join of children) {
      const at = { column: from.column + 1, row };
      columns = Math.max(columns, at.column);
      placed.push({ join, ...at, from });
      row = Math.max(row + 1, placeAll(join.name, at));
    }
    return row;
  };
  const rows = placeAll(null, { column: 0, row: 0 });
  return { placed, columns, rows: Math.max(rows, 1) };
}

/** Share of rows without a partner; 0 where there are no rows. */
export const unmatchedShare = ({ rows, matched }: { rows: number; matched: number }): number =>
  rows === 0 ? 0 : (rows - matched) / rows;

/** The offset of a join in a text; null where the text does not define it. */
export function joinPlace(text: string, dataset: string, name: string): number | null {
  const { contents } = parseDocument(text, { prettyErrors: false });
  const datasets: unknown = isMap(contents) ? contents.get('datasets', true) : null;
  if (!isSeq(datasets)) return null;
  const own = datasets.items.find((item) => isMap(item) && item.get('name') === dataset);
  const joins: unknown = isMap(own) ? own.get('joins', true) : null;
  if (!isSeq(joins)) return null;
  const found = joins.items.find((item) =>
    isMap(item)
      ? (item.get('as') ?? item.get('use') ?? item.get('table')) === name
      : // A shared join is named in the list.
        isScalar(item) && item.value === name,
  );
  return (isMap(found) || isScalar(found)) && found.range ? found.range[0] : null;
}
