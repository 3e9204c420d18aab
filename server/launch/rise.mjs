#!/usr/bin/env node
import './node-version.mjs';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { ROOT } from './project.mjs';
import { ensureReady } from './ready.mjs';

await ensureReady(['server']);
await import(pathToFileURL(join(ROOT, 'server', 'dist', 'rise.js')).href);
