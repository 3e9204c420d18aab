import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { runExclusively } from '../../launch/exclusive.mjs';

/** Simulates a build: `build-exclusively.mjs <folder> <log> <milliseconds>` logs when it starts and ends. */
const [folder, log, milliseconds] = process.argv.slice(2);
await runExclusively(async () => {
  appendFileSync(log, 'begins\n');
  process.stdout.write('builds\n');
  await wait(Number(milliseconds));
  appendFileSync(log, 'ends\n');
}, folder);
