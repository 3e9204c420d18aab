import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import { lockDirectory } from './directory-lock.ts';
import { closeToOthers } from './private-files.ts';

/** Increased when older code can no longer read the folder. */
const FORMAT = 1;
const PATIENCE_MS = 1500;

/** A file that is in the folder while a backup is restored into it. */
const RESTORING = 'restoring';

/** The folder that holds all state: secrets, the embedded database, warehouse files. */
export interface DataDirectory {
  readonly path: string;
  /** Path of a folder in it, created where missing, inaccessible to other users. */
  folder(name: string): Promise<string>;
  /** A secret that is generated once and stored in a file that only its owner can read. */
  secret(name: string, make: () => string | Promise<string>): Promise<string>;
  /** Releases the lock. */
  release(): Promise<void>;
}

/**
 * Locks the folder for this process and closes it to other users; throws an `OperatorError` where another process has locked it or wrote it in a
 * newer format.
 */
export async function openDataDirectory(path: string): Promise<DataDirectory> {
  try {
    await makeFolder(path);
    const lock = await lockDirectory(path, PATIENCE_MS);
    if ('heldBy' in lock) {
      throw new OperatorError(
        `the data directory ${path} is in use by process ${lock.heldBy}; stop that process, or set RISE_DATA to another folder`,
      );
    }
    try {
      await checkFormat(path);
      await checkRestored(path);
      await closeToOthers(path);
    } catch (error) {
      await lock.release();
      throw error;
    }
    return { ...viewDataDirectory(path), release: lock.release };
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    throw new OperatorError(
      `the data directory ${path} cannot be used (${(error as NodeJS.ErrnoException).code}); make it writable for this user, or set RISE_DATA to another folder`,
      { cause: error },
    );
  }
}

/** The same folder without the lock, for a tool that runs beside the server. */
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
      const stored = await readFile(file, 'utf8').catch(() => null);
      if (stored !== null) return stored;
      await writeOnce(file, await make());
      return readFile(file, 'utf8');
    },
  };
}

/**
 * Creates a folder and its parents, inaccessible to other users. Not with `recursive`, which never returns where a
 * parent exists but accepts no folders, as under /proc.
 */
async function makeFolder(path: string): Promise<void> {
  const make = () =>
    mkdir(path, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST' || !(await stat(path)).isDirectory()) throw error;
    });
  try {
    await make();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await makeFolder(dirname(path));
    await make();
  }
}

async function checkFormat(path: string): Promise<void> {
  const file = join(path, 'format');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return writeOnce(file, `${FORMAT}\n`);
  const version = Number(text);
  if (version === FORMAT) return;
  throw new OperatorError(
    `the data directory ${path} has format ${text.trim()}, and this version of Rise reads format ${FORMAT}; start the version of Rise that wrote it, or set RISE_DATA to another folder`,
  );
}

/** Marks the folder, so that nothing starts with a part of what it is to hold; returns how the mark is removed. */
export async function markRestoring(path: string): Promise<() => Promise<void>> {
  const file = join(path, RESTORING);
  await writeOnce(file, 'A backup is being restored into this folder.\n');
  return () => rm(file, { force: true });
}

async function checkRestored(path: string): Promise<void> {
  if ((await stat(join(path, RESTORING)).catch(() => null)) === null) return;
  throw new OperatorError(
    `the data directory ${path} holds a restore that did not finish; empty the folder (and the database of DATABASE_URL), then restore again`,
  );
}

/** Writes a file atomically, synced to disk before it gets its name; an existing one stays as it is. */
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
