import { fileURLToPath } from 'node:url';

// Stands in for the server's own `picture-entry.ts` in tests: the build starts faster than the sources.
export const PICTURE_ENTRY = fileURLToPath(new URL('../../dist/picture.js', import.meta.url));
