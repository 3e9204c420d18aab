export type Undo = () => Promise<unknown>;

/** Undoes acts, the last one first. */
async function undoAll(acts: readonly Undo[]): Promise<void> {
  for (const undo of acts.toReversed()) await undo();
}

/**
 * Does one act after the other, each of which returns what undoes it; what is returned undoes all. Where one fails, those
 * before it are undone.
 */
export async function doAll(acts: readonly (() => Promise<Undo>)[]): Promise<Undo> {
  const done: Undo[] = [];
  try {
    for (const act of acts) done.push(await act());
  } catch (error) {
    await undoAll(done).catch(() => {});
    throw error;
  }
  return () => undoAll(done);
}
