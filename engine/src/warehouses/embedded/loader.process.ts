import { buildVersion } from './build-version.ts';
import type { FromLoader, LoadSetup } from './messages.ts';
import { startWatchdog } from './watchdog.ts';

/** Entry point of a load. */

const setup = JSON.parse(process.argv[2]!) as LoadSetup;
const send = (message: FromLoader) =>
  new Promise<void>((resolve) => {
    process.send!(message, () => resolve());
  });

startWatchdog({ limitMb: null, everyMs: 500 });
process.on('SIGINT', () => undefined);

try {
  const loaded = await buildVersion(setup, (progress) => send({ progress }));
  await send({ loaded });
  process.exit(0);
} catch (error) {
  await send({ failed: error instanceof Error ? error.message : String(error) });
  process.exit(1);
}
