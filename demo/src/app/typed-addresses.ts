import type { RouterHistory } from '@tanstack/react-router';

/** Where the router's history keeps the place of an entry. */
const INDEX = '__TSR_index';

interface StateLike {
  readonly [INDEX]?: number;
}

/**
 * Gives an address that was typed its place in the history. The browser adds it without one, and the router would take
 * it for the first entry: a Back that is stopped, as by unsaved settings, would then return to the wrong entry.
 */
export function placeTypedAddresses(createHistory: () => RouterHistory, view: Window = window): RouterHistory {
  let history: RouterHistory | undefined;
  const replaceState = Object.getPrototypeOf(view.history).replaceState as History['replaceState'];
  const onPopState = () => {
    if (!history || (view.history.state as StateLike | null)?.[INDEX] !== undefined) return;
    const former = (history.location.state as StateLike)[INDEX] ?? 0;
    // The prototype's, since the router takes a call of the own one for a navigation.
    replaceState.call(view.history, { [INDEX]: former + 1, key: crypto.randomUUID() }, '');
  };
  // Before the router's own listener, which reads the entry.
  view.addEventListener('popstate', onPopState, { capture: true });
  history = createHistory();
  return history;
}
