import { FileError } from '../file-error.ts';
import { MAX_RECORD_BYTES } from '../scan-records.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

const damaged = () =>
  new FileError('damaged_json', 'The JSON ends before it is complete, or brackets are missing.', 'Export the file again.'); // prettier-ignore

/** A container that is open, and the member of it that is read. */
interface Open {
  array: boolean;
  key: string;
  expectsKey: boolean;
}

/** Splits the array at a path of members into its elements, as bytes, without holding more than one of them. */
export class ElementSplitter {
  readonly #path: readonly string[];
  #open: Open[] = [];
  /** Open containers within the element; the rows' array is at 0. */
  #depth = -1;
  #inString = false;
  #escaped = false;
  #string: number[] | null = null;
  #parts: Buffer[] = [];
  #bytes = 0;
  done = false;

  constructor(path: readonly string[]) {
    this.#path = path;
  }

  /** The elements that the chunk completes. */
  *push(chunk: Buffer): Generator<Buffer, void, void> {
    let start = 0;
    for (let at = 0; at < chunk.length && !this.done; at++) {
      const byte = chunk[at]!;
      if (this.#inString) {
        this.#readString(byte);
        continue;
      }
      if (byte === QUOTE) {
        this.#inString = true;
        this.#string = this.#depth < 0 ? [] : null;
      } else if (this.#depth < 0) {
        this.#locate(byte);
        if (this.#depth === 0) start = at + 1;
      } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        this.#depth += 1;
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY || (byte === COMMA && this.#depth === 0)) {
        if (byte !== COMMA) this.#depth -= 1;
        if (this.#depth > 0 || (this.#depth === 0 && byte !== COMMA)) continue;
        const element = this.#take(chunk.subarray(start, at));
        if (element !== null) yield element;
        start = at + 1;
        this.done = this.#depth < 0;
      }
    }
    if (this.#depth >= 0 && !this.done) this.#hold(chunk.subarray(start));
  }

  /** Throws `FileError` if the array did not end. */
  end(): void {
    if (!this.done) throw damaged();
  }

  #hold(rest: Buffer): void {
    this.#parts.push(Buffer.from(rest));
    this.#bytes += rest.length;
    if (this.#bytes > MAX_RECORD_BYTES)
      throw new FileError('line_too_long', `A row is longer than ${MAX_RECORD_BYTES / 1024 / 1024} MB.`, 'Check which member of the JSON holds the rows.'); // prettier-ignore
  }

  #take(last: Buffer): Buffer | null {
    const element = this.#parts.length === 0 ? last : Buffer.concat([...this.#parts, last]);
    this.#parts = [];
    this.#bytes = 0;
    return element.toString('latin1').trim() === '' ? null : element;
  }

  #readString(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) {
      this.#inString = false;
      const top = this.#open.at(-1);
      if (this.#string !== null && top?.expectsKey) top.key = readKey(this.#string);
      this.#string = null;
      return;
    }
    if (this.#string !== null && this.#string.length < 2000) this.#string.push(byte);
  }

  /** Follows the containers above the rows. */
  #locate(byte: number): void {
    const top = this.#open.at(-1);
    if (byte === OPEN_ARRAY && this.#isPath()) this.#depth = 0;
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY)
      this.#open.push({ array: byte === OPEN_ARRAY, key: '', expectsKey: byte === OPEN_OBJECT }); // prettier-ignore
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) this.#open.pop();
    else if (top && !top.array && (byte === COMMA || byte === 0x3a)) top.expectsKey = byte === COMMA;
  }

  #isPath(): boolean {
    if (this.#open.length !== this.#path.length) return false;
    return this.#open.every(({ array, key }, place) => !array && key === this.#path[place]);
  }
}

function readKey(bytes: number[]): string {
  try {
    return JSON.parse(`"${Buffer.from(bytes).toString()}"`) as string;
  } catch {
    return '';
  }
}
