import './node-version.mjs';
import { ensureReady } from './ready.mjs';

/** Makes ready what other commands stand on: `install` the packages only, without a word the builds too. */
await ensureReady(process.argv[2] === 'install' ? [] : undefined);
