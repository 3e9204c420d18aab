import { createHash } from 'node:crypto';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';

/** Written last: a folder without it is not complete. */
export const MANIFEST = 'manifest.json';

const hashOf = (manifest: unknown) => createHash('sha256').update(JSON.stringify(manifest)).digest('hex');

/** Writes the manifest of a folder with its hash. The file appears at once and whole. */
export async function writeSealed(folder: string, manifest: object): Promise<void> {
  const draft = join(folder, `${MANIFEST}.partial`);
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${JSON.stringify({ sha256: hashOf(manifest), manifest }, null, 1)}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, join(folder, MANIFEST));
}

export interface StoredManifest {
  readonly manifest: object;
  /** It has the hash that was written with it. */
  readonly isWhole: boolean;
}

/** Null where the folder has none; an empty one that is not whole where the file cannot be read as JSON. */
export async function readSealed(folder: string): Promise<StoredManifest | null> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    const { sha256, manifest } = JSON.parse(text) as { sha256?: unknown; manifest?: unknown };
    if (typeof manifest !== 'object' || manifest === null) return { manifest: {}, isWhole: false };
    return { manifest, isWhole: sha256 === hashOf(manifest) };
  } catch {
    return { manifest: {}, isWhole: false };
  }
}
