import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { damaged, type BackupFile, type Manifest } from './manifest.ts';

/** Passes bytes on and computes their number and hash. */
function measuring() {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/** Writes a new file of the backup, synced to disk, through the given steps. */
export async function writeFileOf(
  folder: string,
  path: string,
  source: Readable,
  steps: readonly Transform[] = [],
): Promise<BackupFile> {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const measured = measuring();
  const output = createWriteStream(target, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline([source, ...steps, measured.stream, output]);
  return { path, ...measured.result() };
}

/** Copies a file, of which at most so many bytes. Null where it is not there (any more). */
export async function copyFileOf(
  from: string,
  folder: string,
  path: string,
  mostBytes = Infinity,
): Promise<BackupFile | null> {
  const source = mostBytes === Infinity ? createReadStream(from) : createReadStream(from, { end: mostBytes - 1 });
  try {
    await new Promise((resolve, reject) => source.once('open', resolve).once('error', reject));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return writeFileOf(folder, path, source);
}

/** Every file that a backup names. */
export const filesOf = ({ tables, files, secret }: Manifest): BackupFile[] => [
  ...tables.map(({ file }) => file),
  ...files,
  ...(secret.file ? [secret.file] : []),
];

/** Throws an `OperatorError` that names the first file which is missing, cut or changed. */
export async function verifyFiles(
  folder: string,
  files: readonly BackupFile[],
  onFile: (done: number) => void,
): Promise<void> {
  for (const [done, { path, bytes, sha256 }] of files.entries()) {
    onFile(done);
    const measured = measuring();
    try {
      await pipeline(createReadStream(join(folder, path)), measured.stream.resume());
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw damaged(path);
      throw error;
    }
    const found = measured.result();
    if (found.bytes !== bytes || found.sha256 !== sha256) throw damaged(path);
  }
}
