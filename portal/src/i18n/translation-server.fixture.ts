import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILES = join(import.meta.dirname, '../../public/assets/i18n');

/** Serves the portal's translation files in tests. */
export const translationServer: typeof fetch = async (input) =>
  new Response(readFileSync(join(FILES, String(input).split('/').pop()!), 'utf8'));
