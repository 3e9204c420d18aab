import { fileURLToPath } from 'node:url';

// Stands in for the server's own `print-entry.ts` in tests: a thread there cannot run TypeScript.
export const PRINT_ENTRY = fileURLToPath(new URL('../../dist/print.js', import.meta.url));
