import './node-version.mjs';
import { ensureReady } from './ready.mjs';

/** Prepares what other commands need: with `install` the packages only, otherwise the builds too. */
await ensureReady(process.argv[2] === 'install' ? [] : undefined);
