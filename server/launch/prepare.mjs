import './node-version.mjs';
import { ensureBuilt } from './build.mjs';
import { ensureInstalled } from './install.mjs';

/** Makes ready what other commands stand on: `install` the packages only, without a word the builds too. */
await ensureInstalled();
if (process.argv[2] !== 'install') await ensureBuilt();
