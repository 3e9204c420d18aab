import { fileURLToPath } from 'node:url';

/** Program of the thread that prints reports, unless the server is a bundle. */
export const PRINT_ENTRY = fileURLToPath(new URL('../../../launch/print.mjs', import.meta.url));
