import { EmptyState } from '@rise/ui';
import { type CSSProperties, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { bodyHeight } from '../../pages/report-rows.tsx';
import { LOADING, type RunState } from '../../report-run.ts';
import { TileView } from '../../tiles/tile-view.tsx';
import { useBuilder } from '../builder-context.ts';
import { dropTile } from './placement.rules.ts';
import { TileBox } from './tile-box.tsx';
import { useTileDrag } from './use-tile-drag.ts';
import classes from './canvas.module.css';

/** The page that is built: its rows of tiles, each of which can be selected, moved and resized. */
export function Canvas({ tiles }: { tiles: RunState['tiles'] }) {
  const { t } = useTranslation();
  const { document, page, change, select, announce } = useBuilder();
  const canvas = useRef<HTMLDivElement>(null);
  const { drag, begin } = useTileDrag(canvas, page.id, (tile, drop) => {
    const operations = dropTile(document, tile, drop);
    if (operations.length === 0) return;
    change(operations);
    announce(t('builder.moved'));
  });
  const line = drag?.target?.line;
  if (page.rows.length === 0)
    return (
      <div className={classes.empty}>
        <EmptyState art="figures" title={t('builder.empty.title')} text={t('builder.empty.text')} />
      </div>
    );
  return (
    <div
      ref={canvas}
      className={classes.canvas}
      onPointerDown={(event) => event.target === canvas.current && select(null)}
    >
      {page.rows.map((row) => (
        <div key={row.id} className={classes.row} data-row={row.id}>
          {row.tiles.map((tile) => (
            <TileBox key={tile.id} tile={tile} row={row} isDragged={drag?.tile === tile.id} onDrag={begin}>
              <TileView tile={tile} run={tiles[tile.id] ?? LOADING} height={bodyHeight(row)} />
            </TileBox>
          ))}
        </div>
      ))}
      {line && <div className={classes.line} style={line as CSSProperties} aria-hidden />}
    </div>
  );
}
