import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { IconTile } from './icon-tile.tsx';
import { useTileWalk } from './use-tile-walk.ts';
import classes from './icon-grid.module.css';

interface IconGridProps {
  /** Accessible name of the grid. */
  label: string;
  names: readonly string[];
  shapes: Readonly<Record<string, string>>;
  box: number;
  size: number;
  chosen: string | null;
  /** The icon to scroll to first, if the set has it. */
  opensAt: string | null;
  onChoose: (name: string) => void;
}

/** Pixels of a tile's edge; tiles grow in width to fill their row. */
export const TILE = 144;
/** Around the tiles, as in the style sheet. */
const PADDING = 8;

/** A set's icons as a virtualized grid of tiles. */
export function IconGrid({ label, names, shapes, box, size, chosen, opensAt, onChoose }: IconGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const measured = useColumns(scroller);
  const columns = measured ?? 1;
  const start = Math.max(0, opensAt === null ? 0 : names.indexOf(opensAt));
  const height = () => scroller.current?.clientHeight ?? TILE;
  const choose = (index: number) => onChoose(names[index]!);
  const walk = useTileWalk({
    scroller,
    count: names.length,
    columns,
    page: () => Math.max(1, Math.floor(height() / TILE)),
    start,
    renderTile: (index) => virtualizer.scrollToIndex(Math.floor(index / columns)),
    onChoose: choose,
  });
  const heldRow = walk.held === null ? null : Math.floor(walk.held / columns);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled by the React Compiler
  const virtualizer = useVirtualizer({
    count: Math.ceil(names.length / columns),
    enabled: measured !== null,
    initialOffset: () => Math.max(0, (Math.floor(start / columns) + 0.5) * TILE - height() / 2),
    getScrollElement: () => scroller.current,
    estimateSize: () => TILE,
    overscan: 3,
    paddingStart: PADDING,
    paddingEnd: PADDING,
    scrollPaddingStart: PADDING,
    scrollPaddingEnd: PADDING,
    initialRect: { width: 800, height: 600 },
    rangeExtractor: useCallback((range: Range) => withHeld(defaultRangeExtractor(range), heldRow), [heldRow]),
  });
  // The panel below the grid makes it shorter.
  useLayoutEffect(() => {
    if (chosen !== null)
      scroller.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);

  const rows = virtualizer.getVirtualItems();
  // The Tab key always reaches a tile, even if the last focused one has been scrolled out of view.
  const stop = rows.some(({ index }) => index === Math.floor(walk.active / columns))
    ? walk.active
    : (rows[0]?.index ?? 0) * columns;
  const onClick = (event: MouseEvent) => {
    const tile = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
    if (tile) choose(Number(tile.dataset['index']));
  };
  return (
    <div
      ref={scroller}
      className={classes['scroller']}
      role="grid"
      aria-label={label}
      aria-rowcount={Math.ceil(names.length / columns)}
      aria-colcount={columns}
      tabIndex={-1}
      onClick={onClick}
      onKeyDown={walk.onKeyDown}
      onFocus={walk.onFocus}
      onBlur={walk.onBlur}
    >
      <div role="rowgroup" className={classes['rows']} style={{ height: virtualizer.getTotalSize() }}>
        {rows.map(({ index: row, start: top }) => (
          <div
            key={row}
            role="row"
            aria-rowindex={row + 1}
            className={classes['row']}
            style={{ transform: `translateY(${top}px)`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
          >
            {names.slice(row * columns, (row + 1) * columns).map((name, column) => (
              <IconTile
                key={name}
                name={name}
                box={box}
                body={shapes[name] ?? ''}
                size={size}
                index={row * columns + column}
                column={column}
                chosen={name === chosen}
                stop={row * columns + column === stop}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Indexes of the rows to render, including the focused one, in order. */
function withHeld(rows: readonly number[], locked: number | null): number[] {
  return locked === null || rows.includes(locked) ? [...rows] : [...rows, locked].toSorted((one, other) => one - other);
}

/** Number of columns; null until measured. */
function useColumns(scroller: RefObject<HTMLElement | null>): number | null {
  const [columns, setColumns] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = scroller.current!;
    const measure = () => setColumns(Math.max(1, Math.floor((element.clientWidth - 2 * PADDING) / TILE)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return columns;
}
