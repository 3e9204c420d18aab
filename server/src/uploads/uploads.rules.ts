import { TUS_VERSION, UPLOAD_BYTES, visibleLine } from '@rise/contract';
import { invalidField, UserError } from '../kernel/errors/user-error.ts';

type Headers = Readonly<Record<string, string>>;

const NAME_CHARACTERS = 255;
export const PART_TYPE = 'application/offset+octet-stream';

/** Throws PROTOCOL_VERSION unless the client speaks our version of tus. */
export function requireVersion(headers: Headers): void {
  const version = headers['tus-resumable'];
  if (version !== TUS_VERSION)
    throw new UserError('PROTOCOL_VERSION', `Send Tus-Resumable: ${TUS_VERSION}, the version that is supported.`);
}

/** A header's number of bytes. Throws VALIDATION_FAILED where it is missing or none. */
export function bytesIn(headers: Headers, name: 'Upload-Length' | 'Upload-Offset'): number {
  const text = headers[name.toLowerCase()] ?? '';
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw invalidField(name, 'Send a number of bytes.');
}

/** The name and length of a new upload. */
export function newUploadOf(headers: Headers): { name: string; bytes: number } {
  const bytes = bytesIn(headers, 'Upload-Length');
  if (bytes > UPLOAD_BYTES)
    throw new UserError(
      'PAYLOAD_TOO_LARGE',
      `The file has ${bytes} bytes. Send files of at most ${UPLOAD_BYTES} bytes; split larger ones, or compress them as a zip.`,
    );
  return { bytes, name: nameIn(headers['upload-metadata'] ?? '') };
}

/** The file name in `Upload-Metadata`, pairs of a key and its value in base64. */
function nameIn(metadata: string): string {
  const pairs = metadata.split(',').map((pair) => pair.trim().split(' '));
  const encoded = pairs.find(([key]) => key === 'filename')?.[1] ?? '';
  // Only its last part: a path says nothing here, and must lead nowhere.
  const name = visibleLine(Buffer.from(encoded, 'base64').toString('utf8')).split(/[/\\]/).at(-1)!.trim();
  return name === '' ? 'file' : shorten(name);
}

/** Keeps the ending, by which the kind of a file may be recognized. */
function shorten(name: string): string {
  if (name.length <= NAME_CHARACTERS) return name;
  const [ending = ''] = /\.[^.]{1,20}$/.exec(name) ?? [];
  // Without half of a surrogate pair at the cut.
  return visibleLine(name.slice(0, NAME_CHARACTERS - ending.length - 1)) + ending;
}
