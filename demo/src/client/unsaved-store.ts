import { logWarning } from '@rise/ui/log';

const PREFIX = 'rise.demo.unsaved.';

/** Keeps something in this browser that was entered and is not stored yet; null forgets it. Returns whether it is kept. */
export function storeUnsaved(name: string, value: unknown): boolean {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch (error) {
    logWarning('What was entered last could not be kept.', error);
    return false;
  }
}

/** What was kept under a name, or null. */
export function readUnsaved(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null');
  } catch (error) {
    logWarning('What was entered last could not be read.', error);
    return null;
  }
}

/** Names under which something is kept that begin so. */
export function unsavedNames(beginning: string): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(PREFIX + beginning) ? [key.slice(PREFIX.length)] : [],
    );
  } catch {
    return [];
  }
}

/** Calls a listener with each name that another tab forgets. */
export function onCleared(listener: (name: string) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key?.startsWith(PREFIX) && newValue === null) listener(key.slice(PREFIX.length));
  });
}

/** Forgets all of it: other data takes the place of what it belongs to. */
export function clearUnsaved(): void {
  for (const name of unsavedNames('')) storeUnsaved(name, null);
}
