import { fileURLToPath } from 'node:url';

/** Programs of the child processes, unless a host that is a bundle names its own. */
export const READER_ENTRY = fileURLToPath(new URL('./reader.process.ts', import.meta.url));
export const INSPECTOR_ENTRY = fileURLToPath(new URL('./inspector.process.ts', import.meta.url));
export const LOADER_ENTRY = fileURLToPath(new URL('./loader.process.ts', import.meta.url));
