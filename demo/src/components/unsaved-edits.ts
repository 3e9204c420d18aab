import { logWarning } from '@rise/ui/log';
import { observable } from '@rise/ui/observable';
import type { Autosave } from './autosave.ts';

const PREFIX = 'rise.demo.unsaved.';

/**
 * Keeps what was entered in a record and is not saved, until the record is open again: a page that ends can start a save,
 * but not wait for it. Returns whether it is kept.
 */
export function keepUnsaved(id: string, edits: object): boolean {
  try {
    if (Object.keys(edits).length === 0) localStorage.removeItem(PREFIX + id);
    else localStorage.setItem(PREFIX + id, JSON.stringify(edits));
    return true;
  } catch (error) {
    logWarning('What was entered last could not be kept.', error);
    return false;
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

/** A record that was left before all that was entered could be saved. */
export interface UnsavedRecord {
  readonly id: string;
  /** Also beyond the page. */
  readonly isKept: boolean;
  /** Saves again what is left. */
  readonly retry: () => Promise<void>;
}

/** Those that a reader is told of. */
export const unsavedRecords = observable<readonly UnsavedRecord[]>([]);

/** Every record that was left with something unsaved, until that is saved or the record is open again. */
const left = new Map<string, Autosave<never>>();

const hide = (id: string) => unsavedRecords.set(unsavedRecords.get().filter((record) => record.id !== id));

/** Saves what is left of a record that is closed; where that fails, keeps it and offers to try again. */
export async function leaveRecord(id: string, autosave: Autosave<never>): Promise<void> {
  if (Object.keys(autosave.unsaved()).length === 0) return;
  left.set(id, autosave);
  // The page may end before it is saved.
  keepUnsaved(id, autosave.unsaved());
  await autosave.flush();
  // The record is open again, and has what is left.
  if (left.get(id) !== autosave) return;
  hide(id);
  const unsaved = autosave.unsaved();
  const isKept = keepUnsaved(id, unsaved);
  if (Object.keys(unsaved).length === 0) left.delete(id);
  // What was deleted has it again where it is brought back.
  else if (!autosave.isGone())
    unsavedRecords.set([...unsavedRecords.get(), { id, isKept, retry: () => leaveRecord(id, autosave) }]);
}

/** Returns what was not saved of a record when it was left, or null; from now on its form saves it. */
export function reopenRecord(id: string): object | null {
  const kept = takeUnsaved(id);
  const edits = left.get(id)?.unsaved() ?? kept;
  left.delete(id);
  hide(id);
  return edits;
}
