import { fileURLToPath } from 'node:url';

/** Program of the process that reads PDFs, unless the server is a bundle. */
export const DOCUMENT_ENTRY = fileURLToPath(new URL('../../launch/document.mjs', import.meta.url));
