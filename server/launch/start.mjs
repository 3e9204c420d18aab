import './node-version.mjs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { ROOT } from './project.mjs';
import { ensureReady } from './ready.mjs';

await ensureReady();
// In this very process: signals, exit codes and a kill reach the server with nothing between.
await import(pathToFileURL(join(ROOT, 'server', 'dist', 'main.js')).href);
