import type { ImportFault } from '../simulation/store/transfer.ts';
import { answers } from './answers.ts';

/** All of the visitor's data as a file. */
export async function exportDemoData(): Promise<Blob> {
  const [{ store }, { exportState }, { GROUPS }] = await Promise.all([answers(), transfer(), groups()]);
  return new Blob([await exportState(GROUPS, store)], { type: 'application/json' });
}

/** Puts a file's data in place of what there is: all of it, or on a fault, which it answers, nothing. */
export async function importDemoData(file: Blob): Promise<ImportFault | null> {
  const [{ store }, { importState }, { GROUPS }, text] = await Promise.all([
    answers(),
    transfer(),
    groups(),
    file.text(),
  ]);
  const fault = await importState(GROUPS, store, text);
  if (fault === null) await store.flushed();
  return fault;
}

/** Begins anew, in all tabs. */
export async function resetDemoData(): Promise<void> {
  const { store } = await answers();
  await store.reset();
}

const transfer = () => import('../simulation/store/transfer.ts');
const groups = () => import('../simulation/groups/index.ts');
