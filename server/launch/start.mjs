import './node-version.mjs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { ROOT } from './project.mjs';

await ensureInstalled();
await ensureBuilt();
// In this very process: signals, exit codes and a kill reach the server with nothing between.
await import(pathToFileURL(join(ROOT, 'server', 'dist', 'main.js')).href);
