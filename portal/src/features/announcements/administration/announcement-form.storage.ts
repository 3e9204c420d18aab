import { readStored } from '@rise/shell/storage';
import type { FormValues } from './announcement-form.rules.ts';

/** Edits of one form that are not saved, and the state of the announcement that they are based on. */
export interface StoredEdits {
  values: FormValues;
  /** `updatedAt` of the announcement; null for a new one. */
  basedOn: string | null;
}

/** Where storage is unavailable, edits last as long as the page. */
const memory = new Map<string, string>();
const keyOf = (accountId: string, form: string) => `rise.announcement-form.${accountId}.${form}`;

/** Edits of a form ('new', or an announcement's id) that its author has neither saved nor discarded. */
export function readEdits(accountId: string, form: string): StoredEdits | null {
  const key = keyOf(accountId, form);
  try {
    const stored = JSON.parse(memory.get(key) ?? readStored(key) ?? 'null') as StoredEdits | null;
    return typeof stored?.values?.title?.en === 'string' ? stored : null;
  } catch {
    return null;
  }
}

/** Null: forget them. */
export function writeEdits(accountId: string, form: string, edits: StoredEdits | null): void {
  const key = keyOf(accountId, form);
  memory.delete(key);
  try {
    if (edits === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(edits));
  } catch {
    if (edits !== null) memory.set(key, JSON.stringify(edits));
  }
}
