import type { KeyboardEvent } from 'react';

const STOPS = 'a[href], button:not(:disabled)';

const isShown = (element: HTMLElement) => element.closest('[hidden], [inert]') === null;

/** The focusable items of a list, in reading order. */
const stopsOf = (root: Element): HTMLElement[] => [...root.querySelectorAll<HTMLElement>(STOPS)].filter(isShown);

/** Up and Down move between items, Home and End to the first and last; Right expands, Left collapses. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const { target, currentTarget: root, key } = event;
  if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
  const stops = stopsOf(root);
  const at = stops.indexOf(target);
  if (at < 0) return;
  const expanded = target.getAttribute('aria-expanded');
  const next = {
    ArrowDown: stops[at + 1] ?? stops[0],
    ArrowUp: stops[at - 1] ?? stops.at(-1),
    Home: stops[0],
    End: stops.at(-1),
  }[key];
  if (next !== undefined) next.focus();
  else if ((key === 'ArrowRight' && expanded === 'false') || (key === 'ArrowLeft' && expanded === 'true'))
    target.click();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
