import type { ImportError } from '../simulation/store/transfer.ts';
import { getSimulation } from './simulation.ts';
import { clearUnsaved } from './unsaved-store.ts';

/** Exports all of the visitor's data as a file. */
export async function exportDemoData(): Promise<Blob> {
  const [{ store }, { exportState }, { GROUPS }] = await Promise.all([getSimulation(), transfer(), groups()]);
  return new Blob([await exportState(GROUPS, store)], { type: 'application/json' });
}

/** Replaces all data with a file's. If the file is invalid, returns why and changes nothing; null on success. */
export async function importDemoData(file: Blob): Promise<ImportError | null> {
  const [{ store }, { importState }, { GROUPS }, text] = await Promise.all([
    getSimulation(),
    transfer(),
    groups(),
    file.text(),
  ]);
  const issue = await importState(GROUPS, store, text);
  if (issue === null) {
    clearUnsaved();
    await store.flush();
  }
  return issue;
}

/** Restores the initial data, in all tabs. */
export async function resetDemoData(): Promise<void> {
  const { store } = await getSimulation();
  await store.reset();
  clearUnsaved();
}

const transfer = () => import('../simulation/store/transfer.ts');
const groups = () => import('../simulation/groups/index.ts');
