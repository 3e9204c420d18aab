import { type PointerEvent as ReactPointerEvent, useState } from 'react';

interface Resize {
  /** Pixels of one step. */
  step: () => number;
  value: number;
  /** Where the pointer lets go. */
  onResize: (value: number) => void;
  axis: 'x' | 'y';
  least: number;
  most: number;
}

/** Drags an edge in steps; the size while it is dragged, else null. */
export function useResize({ step, value, onResize, axis, least, most }: Resize) {
  const [size, setSize] = useState<number | null>(null);
  const begin = (event: ReactPointerEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    const from = axis === 'x' ? event.clientX : event.clientY;
    const unit = step();
    let next = value;
    const move = (moved: PointerEvent) => {
      const way = (axis === 'x' ? moved.clientX : moved.clientY) - from;
      next = Math.max(least, Math.min(most, Math.round(value + way / unit)));
      setSize(next);
    };
    const end = () => {
      window.removeEventListener('pointermove', move);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
      setSize(null);
      if (next !== value) onResize(next);
    };
    window.addEventListener('pointermove', move);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
  };
  return { size, begin };
}
