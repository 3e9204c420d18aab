import { runExclusively } from './exclusive.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';

/** Installs missing packages and builds the named parts (all by default) whose sources changed. */
export function ensureReady(parts) {
  return runExclusively(async () => {
    await ensureInstalled();
    await ensureBuilt(parts);
  });
}
