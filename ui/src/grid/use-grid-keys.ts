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
  /** Number of rows, including totals. */
  rows: number;
  columns: number;
  /** Scrolls to a cell that is not rendered. */
  scrollTo?: (place: GridPlace) => void;
}

const PAGE = 15;

function nextPlace({ row, column }: GridPlace, event: KeyboardEvent, last: GridPlace): GridPlace | null {
  const toEdge = event.ctrlKey || event.metaKey;
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
      return { row: toEdge ? 0 : row, column: 0 };
    case 'End':
      return { row: toEdge ? last.row : row, column: last.column };
    default:
      return null;
  }
}

const cellAt = (scroller: HTMLElement | null, { row, column }: GridPlace) =>
  scroller?.querySelector<HTMLElement>(`tr[data-index="${row}"] > [data-column="${column}"]`);

const focusCell = (cell: HTMLElement) => (cell.querySelector<HTMLElement>('button, a') ?? cell).focus();

/**
 * One tab stop for all cells; the arrows, Home, End and the page keys move between them. `focusedCell` must stay in the
 * document when it is scrolled away, or the arrows would have nothing to continue from.
 */
export function useGridKeys({ scroller, rows, columns, scrollTo }: GridKeysOptions) {
  const [place, setPlace] = useState<GridPlace>({ row: 0, column: 0 });
  const [focused, setFocused] = useState(false);
  const pendingCell = useRef<GridPlace>(null);
  const last = { row: rows - 1, column: columns - 1 };
  const active = { row: Math.min(place.row, last.row), column: Math.min(place.column, last.column) };

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target as HTMLElement).closest('[data-column]')) return;
    const target = nextPlace(active, event, last);
    if (target === null) return;
    event.preventDefault();
    const next = {
      row: Math.min(last.row, Math.max(0, target.row)),
      column: Math.min(last.column, Math.max(0, target.column)),
    };
    pendingCell.current = null;
    setPlace(next);
    const cell = cellAt(scroller.current, next);
    if (cell) return focusCell(cell);
    pendingCell.current = next;
    scrollTo?.(next);
  };

  // In the commit that renders the cell, so that the next key press finds it.
  useLayoutEffect(() => {
    const cell = pendingCell.current && cellAt(scroller.current, pendingCell.current);
    if (!cell) return;
    pendingCell.current = null;
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

  return { active, focusedCell: focused ? active : null, onKeyDown, onFocus, onBlur };
}
