import { fileURLToPath } from 'node:url';

// Stands in for the server's own `document-entry.ts` in tests: the build starts faster than the sources.
export const DOCUMENT_ENTRY = fileURLToPath(new URL('../../dist/document.js', import.meta.url));
