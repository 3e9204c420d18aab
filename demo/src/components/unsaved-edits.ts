import { observable } from '@rise/ui/observable';
import { storeUnsaved, readUnsaved } from '../client/unsaved-store.ts';

/**
 * Stores a record's unsaved edits until the record is open again: a page that ends can start a save,
 * but not wait for it. Returns whether they are stored.
 */
export const keepUnsaved = (id: string, edits: object): boolean =>
  storeUnsaved(id, Object.keys(edits).length === 0 ? null : edits);

/** Returns what is stored of a record, and removes it. */
export function takeUnsaved(id: string): object | null {
  const stored = readUnsaved(id) as object | null;
  if (stored !== null) storeUnsaved(id, null);
  return stored;
}

/** A record that was left before all that was entered could be saved. */
export interface UnsavedRecord {
  readonly id: string;
  /** Also beyond the page. */
  readonly isStored: boolean;
  /** Saves again what is left. */
  readonly retry: () => Promise<void>;
}

/** Those that a notice is about. */
export const unsavedRecords = observable<readonly UnsavedRecord[]>([]);

/** What an autosave has of a record. */
interface Unsaved {
  readonly unsaved: () => object;
  readonly flush: () => Promise<void>;
  readonly isGone: () => boolean;
}

/** The records that are open. */
const open = new Map<string, Unsaved>();

/** Every record that was left with something unsaved, until that is saved or the record is open again. */
const left = new Map<string, Unsaved>();

const hide = (id: string) => unsavedRecords.set(unsavedRecords.get().filter((record) => record.id !== id));

/** Saves what is left of a record that is closed; where that fails, keeps it and offers to try again. */
export async function leaveRecord(id: string, autosave: Unsaved): Promise<void> {
  if (open.get(id) === autosave) open.delete(id);
  if (Object.keys(autosave.unsaved()).length === 0) return;
  left.set(id, autosave);
  // The page may end before it is saved.
  keepUnsaved(id, autosave.unsaved());
  await autosave.flush();
  // The record is open again, and has what is left.
  if (left.get(id) !== autosave) return;
  hide(id);
  const unsaved = autosave.unsaved();
  const isStored = keepUnsaved(id, unsaved);
  if (Object.keys(unsaved).length === 0) left.delete(id);
  // What was deleted has it again where it is brought back.
  else if (!autosave.isGone())
    unsavedRecords.set([...unsavedRecords.get(), { id, isStored, retry: () => leaveRecord(id, autosave) }]);
}

/** Returns what was not saved of a record when it was left, or null; from now on its form saves it. */
export function openRecord(id: string, autosave: Unsaved): object | null {
  open.set(id, autosave);
  const stored = takeUnsaved(id);
  const edits = left.get(id)?.unsaved() ?? stored;
  left.delete(id);
  hide(id);
  // All of it may have been saved just now.
  return edits !== null && Object.keys(edits).length > 0 ? edits : null;
}

/** Saves what was just entered in a record, so that deleting it comes after and Undo brings all of it back. Never rejects. */
export async function saveEntered(id: string): Promise<void> {
  await Promise.all([open.get(id)?.flush(), left.get(id)?.flush()]);
}
