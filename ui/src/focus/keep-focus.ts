import { currentFocusPlace, focusElement, type FocusPlace, focusSuccessor, isFocusLost } from './focus-place.ts';

/**
 * A ref that keeps the focus in an open dialog: a button that shows a loader is disabled, and a disabled one loses the
 * focus; a form that is mounted again takes it along.
 */
export function keepFocusIn(dialog: HTMLElement | null): (() => void) | undefined {
  if (!dialog) return undefined;
  let last: FocusPlace | null = null;
  const onFocus = () => {
    last = currentFocusPlace();
  };
  const observer = new MutationObserver(() => {
    if (!last?.element || !isFocusLost() || dialog.closest('[inert]')) return;
    // It is enabled again when what it started has ended.
    const isBusy = last.element.isConnected && last.element.matches(':disabled');
    if (!isBusy && !focusElement(last)) focusSuccessor(last);
  });
  dialog.addEventListener('focusin', onFocus);
  observer.observe(dialog, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    observer.disconnect();
    dialog.removeEventListener('focusin', onFocus);
  };
}
