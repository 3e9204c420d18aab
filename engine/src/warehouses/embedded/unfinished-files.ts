import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rejectsPath } from './rejects-file.ts';

/**
 * The folder next to a version's file in which a load builds it. Once it is removed, a loader that outlives its host
 * can neither leave files nor publish a version: it finds no folder to write to.
 */
export function loadFolder(target: string) {
  const path = `${target}.partial`;
  return {
    path,
    /** The engine calls the database by the file's name, which must not be that of one attached beside it. */
    version: join(path, 'unfinished.duckdb'),
    rejects: join(path, 'rejects.csv'),
    /** For what has to be unpacked or put aside. */
    scratch: join(path, 'scratch'),
    /** For what the engine puts aside. */
    spilled: join(path, 'spilled'),
  };
}

/** Removes what a load that did not finish has left, and creates an empty folder for the next. */
export async function prepareLoadFolder(target: string): Promise<void> {
  await removeUnfinished(target);
  const { path, scratch, spilled } = loadFolder(target);
  for (const folder of [path, scratch, spilled]) await mkdir(folder, { mode: 0o700 });
}

// A loader that is being ended may still write.
const REMOVE = { recursive: true, force: true, maxRetries: 5 } as const;

/** Removes the folder in which a load works, and nothing of its version. */
export async function removeLoadFolder(target: string): Promise<void> {
  await rm(loadFolder(target).path, REMOVE);
}

/** Removes what a load that did not finish can leave next to its version's file. */
export async function removeUnfinished(target: string): Promise<void> {
  await Promise.all([removeLoadFolder(target), rm(rejectsPath(target), REMOVE)]);
}
