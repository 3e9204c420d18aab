import type { ReportRow } from '@rise/contract';
import { type CSSProperties, useRef } from 'react';
import type { RunState } from '../report-run.ts';
import { TILE_FRAME } from '../pages/report-rows.tsx';
import { TileView } from '../tiles/tile-view.tsx';
import { fillsRow, type Slide } from './slides.rules.ts';
import { useHeight } from './use-height.ts';
import classes from './presentation.module.css';

interface RowProps {
  row: ReportRow;
  tiles: RunState['tiles'];
  /** Whether rows of charts share what room the others leave. */
  fills: boolean;
}

/** The rows of a slide, which fill it where they have charts or tables. */
export function SlideRows({ slide, tiles, fills }: { slide: Slide; tiles: RunState['tiles']; fills: boolean }) {
  return slide.rows.map((row) => <SlideRow key={row.id} row={row} tiles={tiles} fills={fills} />);
}

function SlideRow({ row, tiles, fills }: RowProps) {
  const element = useRef<HTMLDivElement>(null);
  const height = useHeight(element);
  const isFilling = fills && row.tiles.every(fillsRow);
  return (
    <div
      ref={element}
      className={classes.row}
      data-fills={isFilling || undefined}
      style={{ '--weight': row.height ?? 8 } as CSSProperties}
    >
      {row.tiles.map((tile) => (
        <div
          key={tile.id}
          className={classes.cell}
          style={{ '--span': tile.width } as CSSProperties}
          data-phone={tile.phone}
        >
          {(!isFilling || height !== null) && (
            <TileView
              tile={tile}
              run={tiles[tile.id] ?? { status: 'loading' }}
              height={isFilling ? height! - TILE_FRAME : undefined}
            />
          )}
        </div>
      ))}
    </div>
  );
}
