import { type FocusEvent, type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

interface TileWalk {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  columns: number;
  /** Rows that fit into the scroller. */
  page: () => number;
  /** Index of the tile that the Tab key reaches first. */
  start: number;
  /** Renders a tile that is not in the document. */
  renderTile: (index: number) => void;
  onChoose: (index: number) => void;
}

function moved(index: number, event: KeyboardEvent, { count, columns, page }: TileWalk): number | null {
  const whole = event.ctrlKey || event.metaKey;
  const first = index - (index % columns);
  switch (event.key) {
    case 'ArrowLeft':
      return index - 1;
    case 'ArrowRight':
      return index + 1;
    case 'ArrowUp':
      return index < columns ? index : index - columns;
    case 'ArrowDown':
      return downFrom(index, columns, count);
    case 'PageUp':
      return Math.max(index % columns, index - page() * columns);
    case 'PageDown':
      return downFrom(index, page() * columns, count);
    case 'Home':
      return whole ? 0 : first;
    case 'End':
      return whole ? count - 1 : first + columns - 1;
    default:
      return null;
  }
}

/** If the last row is too short for the column, its last tile. */
const downFrom = (index: number, by: number, count: number): number => Math.min(index + by, count - 1);

/** Roving tabindex: one tab stop for all tiles; arrows, Home, End and the page keys move among them, Enter chooses. */
export function useTileWalk(walk: TileWalk) {
  const { scroller, count, start, renderTile, onChoose } = walk;
  const [position, setPosition] = useState(start);
  const [focused, setFocused] = useState(false);
  const awaited = useRef<number>(null);
  const active = Math.min(position, count - 1);
  const tileAt = (index: number) => scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || !(event.target as HTMLElement).closest('[data-index]')) return;
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      return onChoose(active);
    }
    const requested = moved(active, event, walk);
    if (requested === null) return;
    event.preventDefault();
    const next = Math.min(count - 1, Math.max(0, requested));
    setPosition(next);
    const tile = tileAt(next);
    awaited.current = tile ? null : next;
    if (tile) tile.focus();
    else renderTile(next);
  };

  // A tile that was not in the document is focused once it is rendered.
  useLayoutEffect(() => {
    const tile = awaited.current === null ? null : tileAt(awaited.current);
    if (!tile) return;
    awaited.current = null;
    tile.focus();
  });

  const onFocus = (event: FocusEvent) => {
    const tile = (event.target as HTMLElement).closest<HTMLElement>('[data-index]');
    if (!tile) return;
    setFocused(true);
    setPosition(Number(tile.dataset['index']));
  };
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
  };

  /** `held` has the focus and must stay in the document, or the arrow keys would lose their starting point. */
  return { active, held: focused ? active : null, onKeyDown, onFocus, onBlur };
}
