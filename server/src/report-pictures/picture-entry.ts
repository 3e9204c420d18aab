import { fileURLToPath } from 'node:url';

/** Program of the process that reads pictures, unless the server is a bundle. */
export const PICTURE_ENTRY = fileURLToPath(new URL('../../launch/picture.mjs', import.meta.url));
