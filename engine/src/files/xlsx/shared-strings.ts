import { FileError } from '../file-error.ts';
import { elementsIn, streamElements, xmlText } from './xml.ts';

const MAX_BYTES = 200 * 1024 * 1024;
const MAX_STRINGS = 20_000_000;
const PAGE_BYTES = 1024 * 1024;
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

/** Texts that the sheets refer to by number, as bytes: as strings they would take several times the memory. */
export class SharedStrings {
  readonly #pages: Buffer[] = [];
  #used = PAGE_BYTES;
  #page: Buffer = Buffer.alloc(0);
  /** Page and start of each text, and where the last one ends. */
  #places = new Uint32Array(1024 * 2);
  #lengths = new Uint32Array(1024);
  #count = 0;
  #bytes = 0;

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
    const bytes = Buffer.byteLength(text);
    this.#bytes += bytes;
    if (this.#bytes > MAX_BYTES || this.#count >= MAX_STRINGS)
      throw new FileError('archive_too_large', `The workbook has more than ${MAX_BYTES / 1024 / 1024} MB of texts.`, 'Save its sheets as CSV.'); // prettier-ignore
    if (this.#used + bytes > this.#page.length) {
      this.#page = Buffer.allocUnsafeSlow(Math.max(PAGE_BYTES, bytes));
      this.#pages.push(this.#page);
      this.#used = 0;
    }
    if (this.#count === this.#lengths.length) this.#grow();
    this.#places[this.#count * 2] = this.#pages.length - 1;
    this.#places[this.#count * 2 + 1] = this.#used;
    this.#lengths[this.#count] = bytes;
    this.#page.write(text, this.#used);
    this.#used += bytes;
    this.#count += 1;
  }

  #grow(): void {
    const places = new Uint32Array(this.#places.length * 2);
    places.set(this.#places);
    this.#places = places;
    const lengths = new Uint32Array(this.#lengths.length * 2);
    lengths.set(this.#lengths);
    this.#lengths = lengths;
  }

  /** The text with that number; null if there is none. */
  at(index: number): string | null {
    if (!(index >= 0 && index < this.#count)) return null;
    const start = this.#places[index * 2 + 1]!;
    return this.#pages[this.#places[index * 2]!]!.toString('utf8', start, start + this.#lengths[index]!);
  }
}
