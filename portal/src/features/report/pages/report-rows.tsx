import type { ReportRow } from '@rise/contract';
import { ROW_STEP } from '@rise/contract/report-pages';
import { type CSSProperties, startTransition, useEffect, useState } from 'react';
import { nextTask } from '../next-task.ts';
import { LOADING, type RunState } from '../report-run.ts';
import { elementOf } from '../tiles/chart-image.ts';
import { TileView } from '../tiles/tile-view.tsx';
import { TILE_FRAME } from './tile-frame-height.ts';
import classes from './report-rows.module.css';

/** More than a screen shows. */
const FIRST_ROWS = 4;
/** Few enough that the browser answers its reader between two steps. */
const NEXT_ROWS = 3;

/** Pixels of a tile's body; undefined where the row is as high as its contents. */
export const bodyHeight = ({ height }: Pick<ReportRow, 'height'>): number | undefined =>
  height === undefined ? undefined : height * ROW_STEP - TILE_FRAME;

/** How many rows are rendered: a long page at once would hold the browser up, so those below the first screen follow. */
function useRowCount(all: number): number {
  const [count, setCount] = useState(FIRST_ROWS);
  useEffect(() => {
    if (count >= all) return;
    let isGone = false;
    const grow = async () => {
      await nextTask();
      if (!isGone) startTransition(() => setCount(count + NEXT_ROWS));
    };
    void grow();
    return () => {
      isGone = true;
    };
  }, [count, all]);
  return count;
}

/** A page's rows of tiles, in twelve columns; two abreast on tablets, and one below the other on phones. */
export function ReportRows({
  rows,
  tiles,
  wide,
}: {
  rows: readonly ReportRow[];
  tiles: RunState['tiles'];
  /** The tile that takes a row of its own. */
  wide?: string | undefined;
}) {
  const shown = rows.slice(0, useRowCount(rows.length));
  return (
    <div className={classes.rows}>
      {shown.map((row) => (
        <div key={row.id} className={classes.row}>
          {row.tiles.map((tile) => (
            <div
              key={tile.id}
              id={elementOf(tile.id)}
              className={classes.cell}
              style={{ '--span': tile.id === wide ? 12 : tile.width } as CSSProperties}
              data-tile={tile.id}
              data-phone={tile.phone}
              data-print={tile.print}
            >
              <TileView tile={tile} run={tiles[tile.id] ?? LOADING} height={bodyHeight(row)} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
