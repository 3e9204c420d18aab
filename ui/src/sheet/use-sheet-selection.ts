import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { SheetRange } from './sheet-column.ts';

export interface SheetPlace {
  row: number;
  column: number;
}

const PAGE = 15;

/** The cell that a key leads to; null for a key that leads nowhere. */
function target({ row, column }: SheetPlace, event: KeyboardEvent, last: SheetPlace): SheetPlace | null {
  const far = event.ctrlKey || event.metaKey;
  switch (event.key) {
    case 'ArrowDown':
      return { row: far ? last.row : row + 1, column };
    case 'ArrowUp':
      return { row: far ? 0 : row - 1, column };
    case 'ArrowRight':
      return { row, column: far ? last.column : column + 1 };
    case 'ArrowLeft':
      return { row, column: far ? 0 : column - 1 };
    case 'PageDown':
      return { row: row + PAGE, column };
    case 'PageUp':
      return { row: row - PAGE, column };
    case 'Home':
      return { row: far ? 0 : row, column: 0 };
    case 'End':
      return { row: far ? last.row : row, column: last.column };
    default:
      return null;
  }
}

const within = (value: number, last: number) => Math.min(Math.max(value, 0), Math.max(last, 0));

/** The cell with the focus, and the range from another one to it. */
export function useSheetSelection({
  rows,
  columns,
  onMove,
}: {
  rows: number;
  columns: number;
  /** Called with the cell that gets the focus by a key. */
  onMove: (place: SheetPlace) => void;
}) {
  const last = { row: rows - 1, column: columns - 1 };
  const [chosen, setChosen] = useState(false);
  const [state, setState] = useState<{ anchor: SheetPlace; active: SheetPlace }>({
    anchor: { row: 0, column: 0 },
    active: { row: 0, column: 0 },
  });
  const clamp = ({ row, column }: SheetPlace) => ({ row: within(row, last.row), column: within(column, last.column) });
  const active = clamp(state.active);
  const anchor = clamp(state.anchor);
  const range: SheetRange = {
    fromRow: Math.min(anchor.row, active.row),
    toRow: Math.max(anchor.row, active.row),
    fromColumn: Math.min(anchor.column, active.column),
    toColumn: Math.max(anchor.column, active.column),
  };
  return {
    active,
    /** False until a cell is selected or has the focus. */
    chosen,
    onFocus: () => setChosen(true),
    range,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        setState({ anchor: { row: 0, column: 0 }, active: last });
        return;
      }
      const next = target(active, event, last);
      if (!next) return;
      event.preventDefault();
      const place = clamp(next);
      setState({ anchor: event.shiftKey ? anchor : place, active: place });
      onMove(place);
    },
    onPointerDown: (event: PointerEvent, place: SheetPlace) => {
      if (event.button !== 0) return;
      setState((before) => ({ anchor: event.shiftKey ? before.anchor : place, active: place }));
    },
    onPointerEnter: (event: PointerEvent, place: SheetPlace) => {
      if (event.buttons === 1 && event.pointerType === 'mouse') setState((before) => ({ ...before, active: place }));
    },
  };
}
