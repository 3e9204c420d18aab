import type { KeyboardEvent } from 'react';

const STOPS = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex]';

/**
 * Keeps Tab inside a modal dialog: from its end to its beginning, and back from its beginning or its title, which has
 * the focus at first although Tab does not stop there. A focus trap alone takes what a style sheet hides for an end.
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
