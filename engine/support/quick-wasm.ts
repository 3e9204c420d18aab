import { setFlagsFromString } from 'node:v8';

// Loaded before a large WebAssembly: optimising its functions takes ten times as long as a test runs them.
setFlagsFromString('--liftoff-only');
