import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));

/** The project's folder, both when running from source and from the bundle. */
export const ROOT = findRoot(HERE);
export const MIGRATIONS = join(ROOT, 'server', 'migrations');
export const SAMPLES = join(ROOT, 'samples');
/** Layout and fonts of printed reports. */
export const PRINT = join(ROOT, 'server', 'print');
/** The portal's documentation, which readers can search. */
export const DOCS = join(ROOT, 'docs');
export const PORTAL = join(ROOT, 'portal', 'dist');
export const DEMO_SUITE = join(ROOT, 'demo', 'dist');
export const VERSION = (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version;

const DIST = join(ROOT, 'server', 'dist');
/** The engine's child processes in the bundle; when running from source the engine finds its own. */
export const ENGINE_ENTRIES = HERE.startsWith(DIST)
  ? {
      readerEntry: join(DIST, 'reader.js'),
      loaderEntry: join(DIST, 'loader.js'),
      inspectorEntry: join(DIST, 'inspector.js'),
      modelsEntry: join(DIST, 'models.js'),
    }
  : {};

/** The same for the thread that prints. */
export const PRINT_ENTRY = HERE.startsWith(DIST) ? join(DIST, 'print.js') : undefined;

/** The same for the process that reads uploaded pictures. */
export const PICTURE_ENTRY = HERE.startsWith(DIST) ? join(DIST, 'picture.js') : undefined;

/** The same for the process that reads PDFs. */
export const PDF_ENTRY = HERE.startsWith(DIST) ? join(DIST, 'pdf.js') : undefined;

function findRoot(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'server', 'migrations'))) return folder;
    if (folder === dirname(folder)) throw new Error(`No folder above ${start} holds server/migrations`);
  }
}
