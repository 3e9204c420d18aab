import type { ReportRow } from '@rise/contract';
import { ROW_STEP } from '@rise/contract/report-pages';
import { type CSSProperties, useDeferredValue } from 'react';
import { LOADING, type RunState } from '../report-run.ts';
import { elementOf } from '../tiles/chart-image.ts';
import { TileView } from '../tiles/tile-view.tsx';
import { TILE_FRAME } from './tile-frame-height.ts';
import classes from './report-rows.module.css';

/** More than a screen shows. */
const FIRST_ROWS = 6;

/** Pixels of a tile's body; undefined where the row is as high as its contents. */
export const bodyHeight = ({ height }: Pick<ReportRow, 'height'>): number | undefined =>
  height === undefined ? undefined : height * ROW_STEP - TILE_FRAME;

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
  // A long page would hold the browser up: what is below the first screen is rendered when there is time.
  const shown = useDeferredValue(rows, rows.slice(0, FIRST_ROWS));
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
