import { fileURLToPath } from 'node:url';

// Stands in for the server's own `pdf-entry.ts` in tests: the build starts faster than the sources.
export const PDF_ENTRY = fileURLToPath(new URL('../../dist/pdf.js', import.meta.url));
