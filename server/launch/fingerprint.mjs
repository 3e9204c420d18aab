import { createHash } from 'node:crypto';

/** Files that are open at once: a shell or a container may allow 1024 to a process, and there are more sources. */
const AT_ONCE = 64;

/** SHA-256 over the paths of files and what `of` reads of each, in their order. */
export async function fingerprint(files, of) {
  const hash = createHash('sha256');
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const some = files.slice(from, from + AT_ONCE);
    const parts = await Promise.all(some.map(of));
    for (const [index, file] of some.entries()) hash.update(`${file}\0`).update(parts[index]).update('\0');
  }
  return hash.digest('hex');
}
