import { setFlagsFromString } from 'node:v8';

// Load this before a large WebAssembly module: optimizing its functions takes ten times as long as the test.
setFlagsFromString('--liftoff-only');
