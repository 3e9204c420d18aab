import { rm } from 'node:fs/promises';
import { ALL_DATA } from './portal.ts';

/** Every run starts with empty data directories; a worker that is replaced within a run continues with its own. */
export default async function removeData(): Promise<void> {
  await rm(ALL_DATA, { recursive: true, force: true });
}
