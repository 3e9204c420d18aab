import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { InspectedFile, TablePreview, TableSettings } from '@rise/contract';
import { FileError } from '../../files/file-error.ts';
import type { FileErrorCode } from '../../files/file-error.ts';
import { INSPECTOR_ENTRY } from './entries.ts';
import { forkProcess, lastWords } from './fork-process.ts';

/** What a process is started for. */
export type ToInspector =
  | { inspect: { path: string; name: string; scratch: string } }
  | { preview: { path: string; part: string; settings: TableSettings; rows: number; scratch: string } };

export type FromInspector =
  | { inspected: InspectedFile }
  | { preview: TablePreview }
  | { refused: { code: FileErrorCode; what: string; remedy: string; at: FileError['at'] } }
  | { failed: string };

export interface InspectOptions {
  path: string;
  /** The file's name as its owner knows it. */
  name: string;
  signal?: AbortSignal;
}

export interface PreviewOptions {
  path: string;
  /** Where the table is in the file, as inspecting it says. */
  part: string;
  settings: TableSettings;
  /** At most 200. */
  rows?: number;
  signal?: AbortSignal;
}

/** The program, and what it may take. */
export interface InspectorLimits {
  /** The bundled inspector, if the host is a bundle. */
  entry?: string;
  /** Resident memory of the process. */
  memoryMb?: number;
  deadlineMs?: number;
}

const tooLarge = () =>
  new FileError('too_complex', 'The file takes more memory or time to look at than a file may.', 'Split it, or save it as Parquet.'); // prettier-ignore

/** Runs one request in a process of its own, which files that lie can exhaust without harm. */
async function askInspector(
  request: ToInspector,
  limits: InspectorLimits,
  signal?: AbortSignal,
): Promise<FromInspector> {
  const { entry = INSPECTOR_ENTRY, memoryMb = 1200, deadlineMs = 5 * 60_000 } = limits;
  signal?.throwIfAborted();
  const child = forkProcess({ entry, heapMb: Math.round(memoryMb * 0.64), setup: { limitMb: memoryMb } });
  const words = lastWords(child);
  let answer: FromInspector | null = null;
  let late = false;
  child.once('message', (message: FromInspector) => (answer = message));
  const end = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', end);
  const deadline = setTimeout(() => {
    late = true;
    end();
  }, deadlineMs);
  child.send(request);
  const failure = await new Promise<Error | null>((done) => {
    child.once('exit', () => done(null));
    child.once('error', done);
  });
  clearTimeout(deadline);
  signal?.removeEventListener('abort', end);
  if (answer !== null) return answer;
  signal?.throwIfAborted();
  if (failure !== null) throw failure;
  if (late || /out of memory|heap limit/i.test(words())) throw tooLarge();
  throw new Error(`The process that reads a file ended before it answered. ${words()}`);
}

async function withScratch<Answer>(read: (scratch: string) => Promise<Answer>): Promise<Answer> {
  const scratch = await mkdtemp(join(tmpdir(), 'rise-inspect-'));
  try {
    return await read(scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function requireAnswer(answer: FromInspector): Exclude<FromInspector, { refused: unknown } | { failed: string }> {
  if ('failed' in answer) throw new Error(`A file could not be read: ${answer.failed}`);
  if (!('refused' in answer)) return answer;
  const { code, what, remedy, at } = answer.refused;
  throw new FileError(code, what, remedy, at);
}

/** Finds the tables of a file. What is wrong with it is in the answer. Throws the signal's reason. */
export async function inspectFile(
  { path, name, signal }: InspectOptions,
  limits: InspectorLimits = {},
): Promise<InspectedFile> {
  const { size: bytes } = await stat(path);
  try {
    const answer = await withScratch((scratch) => askInspector({ inspect: { path: resolve(path), name, scratch } }, limits, signal)); // prettier-ignore
    return (requireAnswer(answer) as { inspected: InspectedFile }).inspected;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
    const { code, what, remedy, at } = error;
    return { kind: null, bytes, tables: [], error: { code, message: what, remedy, line: at.line ?? null } };
  }
}

/** The first rows of a table as a load would read them. Throws `FileError`, or the signal's reason. */
export async function previewTable(
  { path, part, settings, rows = 200, signal }: PreviewOptions,
  limits: InspectorLimits = {},
): Promise<TablePreview> {
  const answer = await withScratch((scratch) =>
    askInspector({ preview: { path: resolve(path), part, settings, rows, scratch } }, limits, signal),
  );
  return (requireAnswer(answer) as { preview: TablePreview }).preview;
}
