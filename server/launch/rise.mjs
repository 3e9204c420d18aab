import './node-version.mjs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';
import { ROOT } from './project.mjs';

await ensureInstalled();
await ensureBuilt(['server']);
await import(pathToFileURL(join(ROOT, 'server', 'dist', 'rise.js')).href);
