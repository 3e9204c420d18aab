import { alone } from './alone.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';

/** Installs what is missing, and builds those of the parts whose sources changed; all of them where none are named. */
export function ensureReady(parts) {
  return alone(async () => {
    await ensureInstalled();
    await ensureBuilt(parts);
  });
}
