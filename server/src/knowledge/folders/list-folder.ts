import type { Dirent } from 'node:fs';
import { constants, open, readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { FOLDER_LIMITS, type KnowledgeSkip } from '@rise/contract';

/** The folder, or one within it, cannot be listed: what is missing then is not known to be gone. */
export class FolderUnreadable extends Error {
  override name = 'FolderUnreadable';
}

export interface FolderListing {
  /** Of Markdown files, with / between, in order. */
  readonly paths: readonly string[];
  readonly skips: readonly KnowledgeSkip[];
}

const isMarkdown = (name: string): boolean => /\.(?:md|markdown)$/i.test(name);

/** Whether a real path is within a real folder. */
const isWithin = (folder: string, path: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);

const compare = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : 1);

/**
 * All Markdown files in a folder and those within it, up to the limits. Names that begin with a dot are left out; links to
 * files are followed within the folder, links to folders are not. Throws `FolderUnreadable`, or the signal's reason.
 */
export async function listFolder(folder: string, signal: AbortSignal): Promise<FolderListing> {
  const root = await realpath(folder).catch(unreadable);
  const [paths, skips]: [string[], KnowledgeSkip[]] = [[], []];
  const list = async (above: readonly string[]): Promise<void> => {
    signal.throwIfAborted();
    const entries = await readdir(join(root, ...above), { withFileTypes: true }).catch(unreadable);
    for (const entry of entries.toSorted(compare)) {
      if (entry.name.startsWith('.')) continue;
      const steps = [...above, entry.name];
      const path = steps.join('/');
      if (entry.isDirectory()) {
        if (steps.length < FOLDER_LIMITS.depth) await list(steps);
        else skips.push({ title: path, reason: 'limit' });
      } else if (entry.isSymbolicLink() && !(await leadsInside(root, steps))) {
        skips.push({ title: path, reason: 'outside' });
      } else if (isMarkdown(entry.name)) {
        if (paths.length < FOLDER_LIMITS.files) paths.push(path);
        else skips.push({ title: path, reason: 'limit' });
      }
    }
  };
  await list([]);
  return { paths, skips };
}

/** A link that leads nowhere leaves nothing to read, wherever that is. */
async function leadsInside(root: string, steps: readonly string[]): Promise<boolean> {
  const target = await realpath(join(root, ...steps)).catch(() => null);
  return target === null || target === root || isWithin(root, target);
}

function unreadable(error: unknown): never {
  throw new FolderUnreadable('the folder cannot be listed', { cause: error });
}

/**
 * The bytes of a listed file; the reason where it is not read. Its place is judged once more, with the file open: a link
 * may have been put there since.
 */
export async function readListed(folder: string, path: string): Promise<Buffer | KnowledgeSkip['reason']> {
  try {
    const root = await realpath(folder);
    const place = await realpath(join(root, ...path.split('/')));
    if (!isWithin(root, place)) return 'outside';
    // What is no file, such as a pipe, must not be waited for.
    const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    try {
      const [opened, now] = [await file.stat(), await stat(await realpath(place))];
      if (!isWithin(root, await realpath(place)) || opened.ino !== now.ino || opened.dev !== now.dev) return 'outside';
      if (!opened.isFile()) return 'kind';
      if (opened.size > FOLDER_LIMITS.bytes) return 'large';
      // One that grows while it is read is cut off.
      const bytes = Buffer.alloc(Math.min(opened.size, FOLDER_LIMITS.bytes));
      let length = 0;
      for (let read = -1; read !== 0 && length < bytes.length; length += read)
        read = (await file.read(bytes, length, bytes.length - length, length)).bytesRead;
      return bytes.subarray(0, length);
    } finally {
      await file.close();
    }
  } catch {
    return 'unreadable';
  }
}
