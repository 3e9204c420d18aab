import { fileURLToPath } from 'node:url';

/** Program of the thread that reads models, unless the host is a bundle and names its own. */
export const MODELS_ENTRY = fileURLToPath(new URL('../../launch/models.mjs', import.meta.url));
