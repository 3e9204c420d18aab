import './node-version.mjs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { ROOT } from './project.mjs';
import { ensureReady } from './ready.mjs';

await ensureReady();
// In this process: signals and exit codes reach the server directly.
await import(pathToFileURL(join(ROOT, 'server', 'dist', 'main.js')).href);
