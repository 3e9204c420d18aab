import { rejectsPath } from './rejects-file.ts';

/** A folder next to the version for what has to be unpacked or put aside during a load. */
export const scratchFolder = (target: string): string => `${target}.scratch`;

/** What a load that did not finish can leave next to its version's file. */
export function unfinishedFiles(target: string): string[] {
  const partial = `${target}.partial`;
  const rejects = rejectsPath(target);
  return [partial, `${partial}.wal`, scratchFolder(target), rejects, `${rejects}.partial`];
}
