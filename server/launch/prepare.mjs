import './node-version.mjs';
import { ensureReady } from './ready.mjs';

/** Prepares what other commands need: with `install` the packages only, with names of builds these, otherwise all. */
const builds = process.argv.slice(2);
await ensureReady(builds.length === 0 ? undefined : builds.filter((name) => name !== 'install'));
