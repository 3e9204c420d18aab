import { appendFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { alone } from '../../launch/alone.mjs';

/** Stands for a build: `build-alone.mjs <folder> <log> <milliseconds>` notes in the log when it begins and ends. */
const [folder, log, milliseconds] = process.argv.slice(2);
await alone(async () => {
  appendFileSync(log, 'begins\n');
  process.stdout.write('builds\n');
  await wait(Number(milliseconds));
  appendFileSync(log, 'ends\n');
}, folder);
