import { type PointerEvent, useState } from 'react';

/** The row under a pointer, by its `data-row`. */
function rowAt({ clientX, clientY }: PointerEvent): string | null {
  const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-row]');
  return row?.dataset['row'] ?? null;
}

/**
 * Moves rows by a handle, with a mouse, a pen or a finger. `onDrop` gets the row and the one in whose place it comes.
 * Escape ends a move without it.
 */
export function useDrag(onDrop: (row: string, target: string) => void) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [target, setTarget] = useState<string | null>(null);
  const end = () => {
    setDragged(null);
    setTarget(null);
  };
  const handle = (row: string) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragged(row);
    },
    onPointerMove: (event: PointerEvent) => {
      if (dragged !== row) return;
      if (event.buttons === 0) end();
      else setTarget(rowAt(event));
    },
    onPointerUp: () => {
      if (dragged === row && target !== null && target !== row) onDrop(row, target);
      end();
    },
    onPointerCancel: end,
  });
  return { dragged, target, handle, end };
}
