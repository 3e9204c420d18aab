import { logWarning } from '@rise/ui/log';

const PREFIX = 'rise.demo.unsaved.';

/** Stores what was entered and is not saved yet in this browser; null removes it. Returns whether it is stored. */
export function storeUnsaved(name: string, value: unknown): boolean {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch (error) {
    logWarning('What was entered last could not be stored.', error);
    return false;
  }
}

/** What is stored under a name, or null. */
export function readUnsaved(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null');
  } catch (error) {
    logWarning('What was entered last could not be read.', error);
    return null;
  }
}

/** The names in use that have a prefix. */
export function unsavedNames(prefix: string): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(PREFIX + prefix) ? [key.slice(PREFIX.length)] : [],
    );
  } catch {
    return [];
  }
}

/** Calls a listener with each name that another tab removes. */
export function onCleared(listener: (name: string) => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key?.startsWith(PREFIX) && newValue === null) listener(key.slice(PREFIX.length));
  });
}

/** Removes all of it, where other data replaces the records that it belongs to. */
export function clearUnsaved(): void {
  for (const name of unsavedNames('')) storeUnsaved(name, null);
}
