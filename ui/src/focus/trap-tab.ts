import type { KeyboardEvent } from 'react';

const STOPS = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]';

/**
 * Keeps Tab inside a modal dialog: wraps from its end to its start, and back from its start or its title, which has
 * the initial focus without being a tab stop. A plain focus trap also counts elements that a style sheet hides.
 */
export function trapTab(event: KeyboardEvent<HTMLElement>): void {
  const { key, shiftKey, target, currentTarget } = event;
  if (key !== 'Tab' || !(target instanceof HTMLElement)) return;
  const stops = [...currentTarget.querySelectorAll<HTMLElement>(STOPS)].filter(
    (element) => element.tabIndex >= 0 && element.getClientRects().length > 0,
  );
  const leaves = shiftKey ? target === stops[0] || target.tabIndex < 0 : target === stops.at(-1);
  if (!leaves) return;
  event.preventDefault();
  stops.at(shiftKey ? -1 : 0)?.focus();
}
