import { observable } from '@rise/ui/observable';

/** Something that was just done and can be undone. */
export interface Undoable {
  /** Another one for each. */
  readonly id: string;
  readonly message: string;
  readonly undo: () => Promise<unknown>;
}

/** The last one, while it is offered. */
export const undoable = observable<Undoable | null>(null);

/** What bringing a deleted record back has returned; null, where it can't be brought back, is an error. */
export function requireRestored<T>(id: string, restored: T | null): T {
  if (restored === null) throw new Error(`${id} can't be restored.`);
  return restored;
}

/** Offers to undo what was just done, for some seconds, in place of what was offered before. */
export const offerUndo = (message: string, undo: () => Promise<unknown>): void =>
  undoable.set({ id: crypto.randomUUID(), message, undo });
