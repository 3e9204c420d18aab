import type { ReportRow, Tile } from '@rise/contract';
import { type CSSProperties, type RefObject, useEffect, useRef, useState } from 'react';
import { TILE_FRAME } from '../pages/tile-frame-height.ts';
import type { RunState, TileRun } from '../report-run.ts';
import { TileView } from '../tiles/tile-view.tsx';
import { leastHeight, type Slide, takesHeight } from './slides.rules.ts';
import { useHeight } from './use-height.ts';
import classes from './presentation.module.css';

interface SlideRowsProps {
  slide: Slide;
  tiles: RunState['tiles'];
  /** Whether charts and tables share what room the others leave. */
  isFilled: boolean;
}

/** The rows of a slide, which fill it where they have charts or tables. */
export function SlideRows({ slide, tiles, isFilled }: SlideRowsProps) {
  return slide.rows.map((row) => (
    <div
      key={row.id}
      className={classes.row}
      data-fills={(isFilled && row.tiles.some(takesHeight)) || undefined}
      style={{ '--weight': row.height ?? USUAL_HEIGHT } as CSSProperties}
    >
      {row.tiles.map((tile) => (
        <SlideTile key={tile.id} tile={tile} run={tiles[tile.id]} fills={isFilled && fillsRow(tile, row)} />
      ))}
    </div>
  ));
}

/** A picture is as high as the charts beside it. */
const fillsRow = (tile: Tile, { tiles }: Pick<ReportRow, 'tiles'>): boolean =>
  takesHeight(tile) || (tile.kind === 'image' && tiles.some(takesHeight));

/** Of a tile's body, in pixels. */
const LEAST_BODY = 160;
/** What notes above a drawing take at most, in pixels. */
const MOST_NOTES = 200;

/** Pixels around a tile's drawing: more than usual where notes stand above it. */
function useFrame(cell: RefObject<HTMLElement | null>, isDrawn: boolean): number {
  const [frame, setFrame] = useState(TILE_FRAME);
  useEffect(() => {
    const { current } = cell;
    const tile = current?.firstElementChild;
    if (!isDrawn || !current || !(tile instanceof HTMLElement)) return;
    const observer = new ResizeObserver(() => {
      const excess = tile.offsetHeight - current.clientHeight;
      if (excess > 0) setFrame((before) => Math.min(before + excess, TILE_FRAME + MOST_NOTES));
    });
    observer.observe(tile);
    return () => observer.disconnect();
  }, [cell, isDrawn]);
  return frame;
}

/** Of a row of charts, in steps. */
const USUAL_HEIGHT: NonNullable<ReportRow['height']> = 9;

const LOADING: TileRun = { status: 'loading' };

interface SlideTileProps {
  tile: Tile;
  run: RunState['tiles'][string] | undefined;
  fills: boolean;
}

function SlideTile({ tile, run = LOADING, fills }: SlideTileProps) {
  const element = useRef<HTMLDivElement>(null);
  const height = useHeight(element);
  const frame = useFrame(element, fills && height !== null);
  return (
    <div
      ref={element}
      className={classes.cell}
      style={{ '--span': tile.width, '--least': `${leastHeight(tile)}px` } as CSSProperties}
      data-fills={fills || undefined}
      data-phone={tile.phone}
    >
      {(!fills || height !== null) && (
        <TileView tile={tile} run={run} height={fills ? Math.max(LEAST_BODY, height! - frame) : undefined} />
      )}
    </div>
  );
}
