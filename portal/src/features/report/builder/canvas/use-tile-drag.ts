import {
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { Drop } from './placement.rules.ts';

/** A tile on its way, and where it would be dropped. */
export interface TileDrag {
  tile: string;
  target: { drop: Drop; line: Line } | null;
}

/** Where the line is drawn that shows the place, in pixels within the canvas. */
export interface Line {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Pixels that a pointer moves before a press becomes a drag. */
const THRESHOLD = 5;
/** From the edge of a row within which a tile gets a row of its own. */
const EDGE = 18;
const THICKNESS = 3;
/** From the edge of the window within which it scrolls. */
const SCROLL_EDGE = 60;

/**
 * Drags a tile by the pointer. The canvas marks its rows with `data-row` and its tiles with `data-tile`. Escape, or
 * letting go outside of the rows, leaves the tile where it was.
 */
export function useTileDrag(
  canvas: RefObject<HTMLElement | null>,
  page: string,
  onDrop: (tile: string, drop: Drop) => void,
) {
  const [drag, setDrag] = useState<TileDrag | null>(null);
  const current = useRef<TileDrag | null>(null);
  const dropped = useRef(onDrop);
  useEffect(() => {
    dropped.current = onDrop;
  });
  const begin = useCallback(
    (event: ReactPointerEvent, tile: string) => {
      const update = (next: TileDrag | null) => {
        current.current = next;
        setDrag(next);
      };
      if (event.button !== 0) return;
      const from = { x: event.clientX, y: event.clientY };
      const move = (moved: PointerEvent) => {
        const isMoving = current.current !== null;
        if (!isMoving && Math.hypot(moved.clientX - from.x, moved.clientY - from.y) < THRESHOLD) return;
        moved.preventDefault();
        if (moved.clientY < SCROLL_EDGE) window.scrollBy(0, -12);
        else if (moved.clientY > window.innerHeight - SCROLL_EDGE) window.scrollBy(0, 12);
        update({ tile, target: canvas.current ? targetAt(canvas.current, page, moved) : null });
      };
      const end = (isDropped: boolean) => {
        window.removeEventListener('pointermove', move);
        window.removeEventListener('pointerup', up);
        window.removeEventListener('pointercancel', cancel);
        window.removeEventListener('keydown', key, true);
        const target = current.current?.target;
        update(null);
        if (isDropped && target) dropped.current(tile, target.drop);
      };
      const up = () => end(true);
      const cancel = () => end(false);
      const key = (pressed: KeyboardEvent) => {
        if (pressed.key !== 'Escape') return;
        pressed.stopPropagation();
        end(false);
      };
      window.addEventListener('pointermove', move);
      window.addEventListener('pointerup', up);
      window.addEventListener('pointercancel', cancel);
      window.addEventListener('keydown', key, true);
    },
    [canvas, page],
  );
  return { drag, begin };
}

/** The place nearest to the pointer: between two rows, or between two tiles of the row under it. */
function targetAt(canvas: HTMLElement, page: string, { clientX, clientY }: PointerEvent): TileDrag['target'] {
  const frame = canvas.getBoundingClientRect();
  const rows = [...canvas.querySelectorAll<HTMLElement>('[data-row]')];
  if (rows.length === 0) return null;
  const between = (beforeRow: string | null, at: number) => ({
    drop: { page, beforeRow },
    line: { left: 0, top: at - frame.top - THICKNESS / 2, width: frame.width, height: THICKNESS },
  });
  const under = rows.find((row) => clientY <= row.getBoundingClientRect().bottom) ?? null;
  if (!under) return between(null, rows.at(-1)!.getBoundingClientRect().bottom + 6);
  const box = under.getBoundingClientRect();
  if (clientY < box.top + EDGE) return between(under.dataset['row']!, box.top - 6);
  if (clientY > box.bottom - EDGE) {
    const next = rows[rows.indexOf(under) + 1];
    return between(next?.dataset['row'] ?? null, box.bottom + 6);
  }
  const tiles = [...under.querySelectorAll<HTMLElement>('[data-tile]')].map((tile) => ({
    id: tile.dataset['tile']!,
    box: tile.getBoundingClientRect(),
  }));
  const next = tiles.find((tile) => clientX < tile.box.left + tile.box.width / 2);
  const at = next ? next.box.left - 6 : tiles.at(-1)!.box.right + 6;
  return {
    drop: { row: under.dataset['row']!, before: next?.id ?? null },
    line: { left: at - frame.left - THICKNESS / 2, top: box.top - frame.top, width: THICKNESS, height: box.height },
  };
}
