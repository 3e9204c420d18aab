import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

export interface GridPlace {
  row: number;
  column: number;
}

interface GridKeysOptions {
  scroller: RefObject<HTMLElement | null>;
  /** How many rows can be walked through, totals included. */
  rows: number;
  columns: number;
  /** Brings a cell that is not in the document into it. */
  scrollTo?: (place: GridPlace) => void;
}

const PAGE = 15;

function moved({ row, column }: GridPlace, event: KeyboardEvent, last: GridPlace): GridPlace | null {
  const whole = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'ArrowUp':
      return { row: row - 1, column };
    case 'ArrowDown':
      return { row: row + 1, column };
    case 'ArrowLeft':
      return { row, column: column - 1 };
    case 'ArrowRight':
      return { row, column: column + 1 };
    case 'PageUp':
      return { row: row - PAGE, column };
    case 'PageDown':
      return { row: row + PAGE, column };
    case 'Home':
      return { row: whole ? 0 : row, column: 0 };
    case 'End':
      return { row: whole ? last.row : row, column: last.column };
    default:
      return null;
  }
}

const cellAt = (scroller: HTMLElement | null, { row, column }: GridPlace) =>
  scroller?.querySelector<HTMLElement>(`tr[data-index="${row}"] > [data-column="${column}"]`);

const focusCell = (cell: HTMLElement) => (cell.querySelector<HTMLElement>('button, a') ?? cell).focus();

/**
 * One stop of the Tab key for all cells; the arrows, Home, End and the page keys move among them. `held` is the cell that
 * has the focus and must not leave the document for being scrolled away, or the arrows would have no place to go on from.
 */
export function useGridKeys({ scroller, rows, columns, scrollTo }: GridKeysOptions) {
  const [place, setPlace] = useState<GridPlace>({ row: 0, column: 0 });
  const [focused, setFocused] = useState(false);
  const awaited = useRef<GridPlace>(null);
  const last = { row: rows - 1, column: columns - 1 };
  const active = { row: Math.min(place.row, last.row), column: Math.min(place.column, last.column) };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target as HTMLElement).closest('[data-column]')) return;
    const wanted = moved(active, event, last);
    if (wanted === null) return;
    event.preventDefault();
    const next = {
      row: Math.min(last.row, Math.max(0, wanted.row)),
      column: Math.min(last.column, Math.max(0, wanted.column)),
    };
    awaited.current = null;
    setPlace(next);
    const cell = cellAt(scroller.current, next);
    if (cell) return focusCell(cell);
    awaited.current = next;
    scrollTo?.(next);
  };

  // A cell that was not in the document gets the focus with the drawing that brings it there.
  useLayoutEffect(() => {
    const cell = awaited.current && cellAt(scroller.current, awaited.current);
    if (!cell) return;
    awaited.current = null;
    focusCell(cell);
  });

  const onFocus = useCallback((event: FocusEvent) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-column]');
    const row = cell?.closest<HTMLElement>('tr[data-index]');
    if (!cell || !row) return;
    const next = { row: Number(row.dataset['index']), column: Number(cell.dataset['column']) };
    setFocused(true);
    setPlace((before) => (before.row === next.row && before.column === next.column ? before : next));
  }, []);

  const onBlur = useCallback((event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setFocused(false);
  }, []);

  return { active, held: focused ? active : null, onKeyDown, onFocus, onBlur };
}
