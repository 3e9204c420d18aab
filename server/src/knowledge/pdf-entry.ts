import { fileURLToPath } from 'node:url';

/** Program of the process that reads PDFs, unless the server is a bundle. */
export const PDF_ENTRY = fileURLToPath(new URL('../../launch/pdf.mjs', import.meta.url));
