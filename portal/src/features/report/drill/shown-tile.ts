import { atLevel, levelColumn, openedBy } from '@rise/contract/report-levels';
import type { Tile } from '@rise/contract';
import type { TileRun } from '../report-run.ts';

/**
 * The tile as its result shows it: at the level that a reader opened. It follows the result, not the address, so that the
 * former level stays readable until the next one is there.
 */
export function shownTile<T extends Tile>(tile: T, run: TileRun): T {
  const from = openedBy(tile);
  if (from === null || !('results' in run)) return tile;
  const query = (run.results.chart ?? run.results.table)?.query;
  const level = query?.kind === 'aggregate' ? query.dimensions[0] : undefined;
  if (level === undefined || levelColumn(level) === levelColumn(from)) return tile;
  return atLevel(tile, typeof level === 'string' ? level : { ...level, fill: false });
}
