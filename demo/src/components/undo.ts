import { observable } from '@rise/ui/observable';
import { GoneError } from '../client/changes.ts';

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
  if (restored === null) throw new GoneError(`${id} can't be restored.`);
  return restored;
}

/** Offers to undo what was just done, for some seconds, in place of what was offered before. */
export const offerUndo = (message: string, undo: () => Promise<unknown>): void =>
  undoable.set({ id: crypto.randomUUID(), message, undo });

/** For the beginning of an act that can be undone: lists may show it before it is stored, and Undo would undo an older one. */
export const withdrawUndo = (): void => undoable.set(null);

/** Offers to undo what is being done once that has returned what undoes it, and nothing older meanwhile. Fails as it does. */
export async function offerUndoOf(message: string, doing: Promise<() => Promise<unknown>>): Promise<void> {
  withdrawUndo();
  offerUndo(message, await doing);
}
