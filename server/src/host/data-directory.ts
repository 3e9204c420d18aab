import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Refusal } from '../kernel/refusal.ts';
import { lockDirectory } from './directory-lock.ts';

/** Counts up when what lies in the folder changes so that older code cannot read it. */
const FORMAT = 1;
const PATIENCE_MS = 1500;

/** The folder that holds all state: secrets, the embedded database, warehouse files. */
export interface DataDirectory {
  readonly path: string;
  /** Path of a folder in it, made if missing, closed to other users. */
  folder(name: string): Promise<string>;
  /** A secret that is made once and kept in a file that only its owner reads. */
  secret(name: string, make: () => string | Promise<string>): Promise<string>;
  /** Lets another process have the folder. */
  release(): Promise<void>;
}

/** Opens the folder for this process alone; throws a `Refusal` where another process holds it or wrote it in a newer format. */
export async function openDataDirectory(path: string): Promise<DataDirectory> {
  try {
    await makeFolder(path);
    const lock = await lockDirectory(path, PATIENCE_MS);
    if ('heldBy' in lock) {
      throw new Refusal(
        `the data directory ${path} is in use by process ${lock.heldBy}; stop that process, or set RISE_DATA to another folder`,
      );
    }
    try {
      await checkFormat(path);
    } catch (error) {
      await lock.release();
      throw error;
    }
    return { ...viewDataDirectory(path), release: lock.release };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(
      `the data directory ${path} cannot be used (${(error as NodeJS.ErrnoException).code}); make it writable for this user, or set RISE_DATA to another folder`,
      { cause: error },
    );
  }
}

/** The same folder without its lock, for a tool beside the process that holds it. */
export function viewDataDirectory(path: string): Omit<DataDirectory, 'release'> {
  const folder = async (name: string) => {
    const target = join(path, name);
    await makeFolder(target);
    return target;
  };
  return {
    path,
    folder,
    async secret(name, make) {
      const file = join(await folder('secrets'), name);
      const kept = await readFile(file, 'utf8').catch(() => null);
      if (kept !== null) return kept;
      await writeOnce(file, await make());
      return readFile(file, 'utf8');
    },
  };
}

/**
 * Makes a folder, and those above it, closed to other users. Not by `recursive`: where a folder is there and still takes
 * no folder in, as under /proc, that never ends.
 */
async function makeFolder(path: string): Promise<void> {
  const make = () =>
    mkdir(path, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
    });
  try {
    await make();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || (await isThere(dirname(path)))) throw error;
    await makeFolder(dirname(path));
    await make();
  }
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function checkFormat(path: string): Promise<void> {
  const file = join(path, 'format');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return writeOnce(file, `${FORMAT}\n`);
  const found = Number(text);
  if (found === FORMAT) return;
  throw new Refusal(
    `the data directory ${path} has format ${text.trim()}, and this version of Rise reads format ${FORMAT}; start the version of Rise that wrote it, or set RISE_DATA to another folder`,
  );
}

/** Writes a file whole or not at all, on disk before it has its name; leaves one that is already there. */
async function writeOnce(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
}
