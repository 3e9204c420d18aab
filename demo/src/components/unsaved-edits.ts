import { logWarning } from '@rise/ui/log';

const PREFIX = 'rise.demo.unsaved.';

/**
 * What was entered in a record and could not be saved before the page ended: a page that ends can start a save, but not
 * wait for it. Kept until the record is open again.
 */
export function keepUnsaved(id: string, edits: object): void {
  try {
    if (Object.keys(edits).length === 0) localStorage.removeItem(PREFIX + id);
    else localStorage.setItem(PREFIX + id, JSON.stringify(edits));
  } catch (error) {
    logWarning('What was entered last could not be kept.', error);
  }
}

/** Returns what was kept of a record, once. */
export function takeUnsaved(id: string): object | null {
  try {
    const stored = localStorage.getItem(PREFIX + id);
    if (stored === null) return null;
    localStorage.removeItem(PREFIX + id);
    return JSON.parse(stored) as object;
  } catch (error) {
    logWarning('What was entered last could not be read.', error);
    return null;
  }
}
