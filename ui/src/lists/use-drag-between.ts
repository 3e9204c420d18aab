import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react';

/** Where a row is dropped: in a list, before another row or, with null, at the end. */
export interface DropPlace {
  readonly list: string;
  readonly before: string | null;
}

export interface DragBetween {
  /** The row that is dragged, or null. */
  readonly dragged: string | null;
  /** Where it would be dropped. */
  readonly place: DropPlace | null;
  /** For the element that rows are dragged by. */
  readonly handle: (row: string) => { onPointerDown: (event: PointerEvent) => void };
  /** For the element around all lists. */
  readonly area: (element: HTMLElement | null) => (() => void) | undefined;
  /** For the element that follows the pointer. */
  readonly ghost: (element: HTMLElement | null) => void;
}

interface DragOptions {
  /** Lists carry `data-drop={kind}` and `data-list`, rows `data-drag={kind}` and `data-row`. */
  readonly kind: string;
  /** The direction in which rows follow each other. */
  readonly axis: 'x' | 'y';
  readonly onDrop: (row: string, place: DropPlace) => void;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The way in pixels from which a press is a drag, and the time in which a finger that holds still lifts a row. */
const SLOP = 6;
const HOLD_MS = 280;
/** Near an edge, what scrolls is scrolled by so many pixels a frame. */
const EDGE = 48;
const SCROLL_STEP = 14;

const middle = (element: Element, axis: 'x' | 'y') => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return axis === 'x' ? (left + right) / 2 : (top + bottom) / 2;
};

/** The list under a point, or the one above or below it. */
function listAt(point: Point, kind: string): HTMLElement | null {
  const lists = `[data-drop="${kind}"]`;
  const under = document.elementFromPoint(point.x, point.y)?.closest<HTMLElement>(lists);
  if (under) return under;
  const all = [...document.querySelectorAll<HTMLElement>(lists)];
  return (
    all.find((list) => {
      const { left, right } = list.getBoundingClientRect();
      return left <= point.x && point.x <= right;
    }) ?? null
  );
}

function placeAt(point: Point, row: string, { kind, axis }: DragOptions): DropPlace | null {
  const list = listAt(point, kind);
  if (!list) return null;
  const others = [...list.querySelectorAll<HTMLElement>(`[data-drag="${kind}"]`)].filter(
    (other) => other.dataset['row'] !== row,
  );
  const next = others.find((other) => middle(other, axis) > point[axis]);
  return { list: list.dataset['list']!, before: next?.dataset['row'] ?? null };
}

const pull = (at: number, start: number, end: number) => (at < start + EDGE ? -1 : at > end - EDGE ? 1 : 0);

/** Scrolls what carries `data-drag-scroll` under a point and has it near its edge. */
function scrollAt({ x, y }: Point): void {
  for (let element = document.elementFromPoint(x, y); element; element = element.parentElement) {
    const direction = (element as HTMLElement).dataset?.['dragScroll'];
    if (direction === undefined) continue;
    const { left, right, top, bottom } = element.getBoundingClientRect();
    if (direction === 'x') element.scrollLeft += pull(x, left, right) * SCROLL_STEP;
    else element.scrollTop += pull(y, top, bottom) * SCROLL_STEP;
  }
}

/** The click that ends a drag opens nothing. */
function ignoreNextClick(): void {
  const stop = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
  };
  document.addEventListener('click', stop, { capture: true, once: true });
  // Where there is none, such as after a drop elsewhere.
  setTimeout(() => document.removeEventListener('click', stop, { capture: true }));
}

/** A row and where it would be dropped. */
interface Drag {
  readonly row: string;
  readonly place: DropPlace | null;
}

interface PressOptions {
  readonly row: string;
  readonly placeAt: (point: Point) => DropPlace | null;
  /** A drag has started, has another place, or has ended. */
  readonly onChange: (drag: Drag | null) => void;
  readonly onMove: (point: Point) => void;
  readonly onDrop: (place: DropPlace) => void;
}

/** A press on a row, which may become a drag, up to its end. */
class Press {
  point: Point;
  isDrag = false;
  readonly #options: PressOptions;
  readonly #pointer: number;
  readonly #start: Point;
  readonly #isTouch: boolean;
  readonly #hold: ReturnType<typeof setTimeout> | undefined;
  readonly #listening = new AbortController();
  #place: DropPlace | null = null;
  #frame = 0;

  constructor({ pointerId, pointerType, clientX, clientY }: PointerEvent, options: PressOptions) {
    this.#options = options;
    this.#pointer = pointerId;
    this.#isTouch = pointerType === 'touch';
    this.#start = this.point = { x: clientX, y: clientY };
    this.#hold = this.#isTouch ? setTimeout(() => this.#lift(), HOLD_MS) : undefined;
    const { signal } = this.#listening;
    const forThis = (run: (point: Point) => void) => (event: globalThis.PointerEvent) => {
      if (event.pointerId === this.#pointer) run({ x: event.clientX, y: event.clientY });
    };
    window.addEventListener('pointermove', forThis(this.#move), { signal });
    window.addEventListener('pointerup', forThis(this.#release), { signal });
    window.addEventListener('pointercancel', forThis(this.end), { signal });
    window.addEventListener('keydown', this.#escape, { signal, capture: true });
  }

  readonly end = (): void => {
    clearTimeout(this.#hold);
    cancelAnimationFrame(this.#frame);
    this.#listening.abort();
    this.#options.onChange(null);
  };

  #lift(): void {
    this.isDrag = true;
    this.#options.onChange({ row: this.#options.row, place: null });
    this.#tick();
  }

  readonly #tick = (): void => {
    scrollAt(this.point);
    const place = this.#options.placeAt(this.point);
    if (place?.list !== this.#place?.list || place?.before !== this.#place?.before) {
      this.#place = place;
      this.#options.onChange({ row: this.#options.row, place });
    }
    this.#frame = requestAnimationFrame(this.#tick);
  };

  readonly #move = (point: Point): void => {
    this.point = point;
    if (this.isDrag) this.#options.onMove(point);
    else if (Math.hypot(point.x - this.#start.x, point.y - this.#start.y) > SLOP) {
      // A finger that moves before it has held a row scrolls.
      if (this.#isTouch) this.end();
      else this.#lift();
    }
  };

  readonly #release = (point: Point): void => {
    const place = this.isDrag ? this.#options.placeAt(point) : null;
    if (this.isDrag) ignoreNextClick();
    this.end();
    if (place) this.#options.onDrop(place);
  };

  readonly #escape = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !this.isDrag) return;
    event.preventDefault();
    event.stopPropagation();
    this.end();
  };
}

function follow(element: HTMLElement | null, { x, y }: Point): void {
  if (element) element.style.transform = `translate(${x}px, ${y}px)`;
}

const preventDefault = (event: Event) => event.preventDefault();

/**
 * Moves rows within and between lists: with a mouse or a pen by dragging, with a finger after holding it still, so that
 * lists still scroll. Near an edge, lists scroll by themselves; Escape ends a move without it.
 */
export function useDragBetween(options: DragOptions): DragBetween {
  const [drag, setDrag] = useState<Drag | null>(null);
  const press = useRef<Press | null>(null);
  const follower = useRef<HTMLElement | null>(null);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });
  useEffect(() => () => press.current?.end(), []);

  const start = (event: PointerEvent, row: string) => {
    if (event.button !== 0 || press.current !== null) return;
    press.current = new Press(event, {
      row,
      placeAt: (point) => placeAt(point, row, latest.current),
      onMove: (point) => follow(follower.current, point),
      onDrop: (place) => latest.current.onDrop(row, place),
      onChange: (next) => {
        if (next === null) press.current = null;
        setDrag(next);
      },
    });
  };

  const area = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    // A finger scrolls or opens a menu, unless it holds a row. Not passive, and there before the touch.
    const hold = (event: Event) => {
      if (press.current?.isDrag) event.preventDefault();
    };
    element.addEventListener('touchmove', hold, { passive: false });
    element.addEventListener('contextmenu', hold);
    // Links would be dragged by the browser.
    element.addEventListener('dragstart', preventDefault);
    return () => {
      element.removeEventListener('touchmove', hold);
      element.removeEventListener('contextmenu', hold);
      element.removeEventListener('dragstart', preventDefault);
    };
  }, []);
  const ghost = useCallback((element: HTMLElement | null) => {
    follower.current = element;
    if (press.current) follow(element, press.current.point);
  }, []);
  return {
    dragged: drag?.row ?? null,
    place: drag?.place ?? null,
    handle: (row) => ({ onPointerDown: (event) => start(event, row) }),
    area,
    ghost,
  };
}
