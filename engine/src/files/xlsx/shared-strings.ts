import { FileError } from '../file-error.ts';
import { elementsIn, streamElements, xmlText } from './xml.ts';

const MAX_BYTES = 200 * 1024 * 1024;
const MAX_STRINGS = 20_000_000;
const MAX_TEXT = 16 * 1024 * 1024;

/** Character codes that XML cannot hold, as Excel writes them: _x000D_. */
export const restoreEscapes = (text: string): string =>
  text.includes('_x') ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16))) : text; // prettier-ignore

/** The text of an element that holds runs; how a text is pronounced is no part of it. */
export function textOfRuns(body: string, prefix: string): string {
  let text = '';
  const spoken = body.includes('rPh') ? body.replaceAll(new RegExp(`<${prefix}rPh[\\s>][\\s\\S]*?</${prefix}rPh>`, 'g'), '') : body; // prettier-ignore
  for (const { body: run } of elementsIn(spoken, `${prefix}t`)) text += xmlText(run);
  return restoreEscapes(text);
}

/** Bytes by which the memory of texts grows. */
const STEP = 1024 * 1024;

/**
 * Memory that grows in place and can be given back at once: a buffer that is copied to grow needs twice the memory, and
 * stays until it is collected.
 */
class Memory {
  readonly #memory: ArrayBuffer;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
    this.#memory = new ArrayBuffer(0, { maxByteLength: limit });
  }

  /** The memory, once it has at least so many bytes. */
  grow(bytes: number): ArrayBuffer {
    this.#memory.resize(Math.min(this.#limit, Math.ceil(bytes / STEP) * STEP));
    return this.#memory;
  }

  release(): void {
    this.#memory.resize(0);
  }
}

/** Texts that the sheets refer to by number, as bytes: as strings they would take several times the memory. */
export class SharedStrings {
  readonly #text = new Memory(MAX_BYTES);
  readonly #place = new Memory((MAX_STRINGS + 1) * Uint32Array.BYTES_PER_ELEMENT);
  /** All texts, one after the other. */
  #bytes = Buffer.from(this.#text.grow(STEP));
  /** Where each begins, and where the next one will. */
  #starts = new Uint32Array(this.#place.grow(STEP));
  #count = 0;

  static async read(chunks: AsyncIterable<Buffer>): Promise<SharedStrings> {
    const strings = new SharedStrings();
    let prefix: string | null = null;
    for await (const batch of streamElements(chunks, { root: 'sst', name: 'si', limit: MAX_TEXT }))
      for (const { body } of batch) {
        prefix ??= /<((?:[\w.-]+:)?)t[\s>]/.exec(body)?.[1] ?? null;
        strings.#add(textOfRuns(body, prefix ?? ''));
      }
    return strings;
  }

  #add(text: string): void {
    const start = this.#starts[this.#count]!;
    const end = start + Buffer.byteLength(text);
    if (end > MAX_BYTES || this.#count >= MAX_STRINGS)
      throw new FileError('archive_too_large', `The workbook has more than ${MAX_BYTES / 1024 / 1024} MB of texts.`, 'Save its sheets as CSV.'); // prettier-ignore
    if (end > this.#bytes.length) this.#bytes = Buffer.from(this.#text.grow(end));
    this.#bytes.write(text, start);
    this.#count += 1;
    if (this.#count === this.#starts.length)
      this.#starts = new Uint32Array(this.#place.grow(this.#starts.byteLength + STEP));
    this.#starts[this.#count] = end;
  }

  /** The text with that number; null if there is none. */
  at(index: number): string | null {
    if (!Number.isInteger(index) || index < 0 || index >= this.#count) return null;
    return this.#bytes.toString('utf8', this.#starts[index]!, this.#starts[index + 1]!);
  }

  /** Gives the memory back. There are no texts any more. */
  release(): void {
    this.#count = 0;
    this.#text.release();
    this.#place.release();
  }
}
