import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Overwritten by each check. */
const FILE = '.write-check';
/** More than a file system stores beside a file's name, so that it needs room. */
const BYTES = Buffer.alloc(16 * 1024);

/** Whether a directory takes files: false if it is gone, read-only, or its file system is full. */
export async function canWrite(directory: string): Promise<boolean> {
  try {
    await writeFile(join(directory, FILE), BYTES);
    return true;
  } catch {
    return false;
  }
}
