/** Loads the code for it only now: the first screen does without. */
export async function storeFiles(): Promise<void> {
  const worker = await import('../simulation/worker.ts');
  worker.storeFiles();
}
