import { fileURLToPath } from 'node:url';

/** Program of the thread that reads models, unless a host that is a bundle names its own. */
export const MODELS_ENTRY = fileURLToPath(new URL('./models.thread.ts', import.meta.url));
