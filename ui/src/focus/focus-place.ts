/** What had the focus, and where it was in case it is gone when the focus returns. */
export interface FocusPlace {
  /** Null if nothing had the focus. */
  element: HTMLElement | null;
  /** The dialog around it. */
  dialog: Element | null;
  /** Its rows, innermost first: the list of each with the row's index. */
  rows: readonly { list: Element; index: number }[];
  pathname: string;
}

const ROW = 'tr, li, [role="row"], [role="listitem"]';
const STOPS = 'a[href], button:not(:disabled), input:not(:disabled)';

/** Nothing has the focus, or what is about to close. */
export function isFocusLost(): boolean {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.closest('[inert]') !== null;
}

export function currentFocusPlace(): FocusPlace {
  const { activeElement, body } = document;
  const element = activeElement instanceof HTMLElement && activeElement !== body ? activeElement : null;
  const rows: FocusPlace['rows'][number][] = [];
  for (let row = element?.closest(ROW); row; row = row.parentElement?.closest(ROW)) {
    const list = row.parentElement;
    if (list) rows.push({ list, index: rowsOf(list).indexOf(row) });
  }
  return { element, dialog: element?.closest('[role="dialog"]') ?? null, rows, pathname: location.pathname };
}

/** False if it cannot have the focus: it is gone, disabled or hidden. */
export function focusElement({ element }: FocusPlace): boolean {
  if (!element?.isConnected) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/**
 * Moves the focus to what took the place of an element that is gone: the row that followed it, or the heading of its
 * dialog or page. Does nothing on another page, where the focus is the router's concern.
 */
export function focusSuccessor({ element, dialog, rows, pathname }: FocusPlace): void {
  if (pathname !== location.pathname || dialog?.isConnected === false) return;
  for (const { list, index } of rows) {
    const row = list.isConnected ? rowsOf(list)[Math.min(index, rowsOf(list).length - 1)] : undefined;
    const stop = row?.querySelector<HTMLElement>(element?.tagName ?? STOPS) ?? row?.querySelector<HTMLElement>(STOPS);
    if (!stop) continue;
    stop.focus();
    return;
  }
  const heading = dialog
    ? dialog.querySelector<HTMLElement>('h1, h2')
    : document.querySelector<HTMLElement>('[data-initial-focus], main h1, h1');
  if (!heading) return;
  if (heading.tabIndex < 0) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

const rowsOf = (list: Element): Element[] =>
  [...list.children].filter((child) => child.matches(ROW) && !child.matches('[aria-hidden]'));
