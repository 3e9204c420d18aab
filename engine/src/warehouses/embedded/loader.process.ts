import { buildVersion } from './build-version.ts';
import { readSetup } from './fork-process.ts';
import type { FromLoader, LoadSetup } from './messages.ts';
import { lowerPriority } from './lower-priority.ts';
import { profileVersion } from './profile-tables.ts';
import { loadFailure } from './rejects-exceeded.ts';
import { startWatchdog } from './watchdog.ts';

/** Entry point of a load. */

const setup = readSetup() as LoadSetup;
const send = (message: FromLoader) =>
  new Promise<void>((resolve) => {
    process.send!(message, () => resolve());
  });

// Before any thread of the engine starts, which inherits it.
lowerPriority();
startWatchdog({ limitMb: null, everyMs: 500 });
process.on('SIGINT', () => undefined);

try {
  const loaded = await buildVersion(setup, {
    onTable: (table) => send({ table }),
    onProgress: (progress) => void send({ progress }),
  });
  await send({ loaded });
  // Without them, a reader makes them.
  const profiles = await profileVersion(setup, loaded.segments).catch(() => ({}));
  await send({ profiles });
  process.exit(0);
} catch (error) {
  await send(loadFailure(error));
  process.exit(1);
}
