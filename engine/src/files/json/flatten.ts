import type { NativeKind } from '../infer/column-sample.ts';

/** A value of a row. Numbers are as in the file, without exponents. */
export interface JsonCell {
  native: NativeKind;
  text: string;
  /** A list, or an object below the last level that has columns. */
  nested: boolean;
}

/** Values by dotted path; without those that are null. */
export type JsonRow = Map<string, JsonCell>;

/** Objects within objects that have columns of their own. */
const MAX_LEVELS = 8;
const MAX_DEPTH = 200;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const BLANKS = /[ \t\n\r]*/y;

/** A number with its point moved instead of an exponent; as it is where that would be very long. */
export function withoutExponent(text: string): string {
  const found = /^(-?)(\d+)(?:\.(\d+))?[eE]([-+]?\d+)$/.exec(text);
  if (found === null) return text;
  const [, sign, whole = '', fraction = '', exponent] = found;
  const shift = Number(exponent);
  if (Math.abs(shift) > 60) return text;
  const digits = whole + fraction;
  const point = whole.length + shift;
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = point <= 0 ? 1 : point;
  const left = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  const right = padded.slice(at).replace(/0+$/, '');
  return `${sign}${left}${right === '' ? '' : `.${right}`}`;
}

/** Reads one JSON text. JSON.parse would round numbers of more than 15 digits. */
class Parser {
  readonly #text: string;
  #at = 0;
  readonly row: JsonRow = new Map();

  constructor(text: string) {
    this.#text = text;
  }

  /** False if the text is no object. Throws `SyntaxError`. */
  parse(): boolean {
    this.#skip();
    const isObject = this.#text[this.#at] === '{';
    if (isObject) this.#object('', 0, 0);
    else this.#value(null, 0, 0);
    this.#skip();
    if (this.#at < this.#text.length) this.#fail();
    return isObject;
  }

  #fail(): never {
    throw new SyntaxError(`No JSON at ${this.#at}`);
  }

  #skip(): void {
    BLANKS.lastIndex = this.#at;
    BLANKS.exec(this.#text);
    this.#at = BLANKS.lastIndex;
  }

  #take(sign: string): boolean {
    this.#skip();
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  #require(sign: string): void {
    if (!this.#take(sign)) this.#fail();
  }

  #string(): string {
    this.#skip();
    const start = this.#at;
    if (this.#text[start] !== '"') this.#fail();
    let end = start + 1;
    for (; ; end++) {
      end = this.#text.indexOf('"', end);
      if (end === -1) this.#fail();
      let slashes = 0;
      while (this.#text[end - 1 - slashes] === '\\') slashes += 1;
      if (slashes % 2 === 0) break;
    }
    this.#at = end + 1;
    return JSON.parse(this.#text.slice(start, end + 1)) as string;
  }

  /** `path` is null where values have no column. */
  #object(path: string | null, level: number, depth: number): void {
    if (depth > MAX_DEPTH) this.#fail();
    this.#require('{');
    if (this.#take('}')) return;
    do {
      const key = this.#string();
      this.#require(':');
      this.#value(path === null ? null : path === '' ? key : `${path}.${key}`, level + 1, depth + 1);
    } while (this.#take(','));
    this.#require('}');
  }

  #array(depth: number): void {
    if (depth > MAX_DEPTH) this.#fail();
    this.#require('[');
    if (this.#take(']')) return;
    do this.#value(null, 0, depth + 1);
    while (this.#take(','));
    this.#require(']');
  }

  #value(path: string | null, level: number, depth: number): void {
    this.#skip();
    const start = this.#at;
    const first = this.#text[start];
    if (first === '{' && path !== null && level < MAX_LEVELS && !/^\{\s*\}/.test(this.#text.slice(start, start + 50)))
      return this.#object(path, level, depth);
    if (first === '{' || first === '[') {
      if (first === '{') this.#object(null, 0, depth);
      else this.#array(depth);
      return this.#add(path, { native: 'text', text: this.#text.slice(start, this.#at), nested: true });
    }
    if (first === '"') return this.#add(path, { native: 'text', text: this.#string(), nested: false });
    for (const word of ['null', 'true', 'false'] as const)
      if (this.#text.startsWith(word, start)) {
        this.#at += word.length;
        return word === 'null' ? undefined : this.#add(path, { native: 'boolean', text: word, nested: false });
      }
    NUMBER.lastIndex = start;
    const found = NUMBER.exec(this.#text);
    if (found === null) this.#fail();
    this.#at = NUMBER.lastIndex;
    this.#add(path, { native: 'number', text: withoutExponent(found[0]), nested: false });
  }

  #add(path: string | null, cell: JsonCell): void {
    if (path !== null) this.row.set(path, cell);
  }
}

/** The values of a row, or why it is none. */
export function flattenJson(text: string): JsonRow | 'not_json' | 'not_an_object' {
  const parser = new Parser(text);
  try {
    return parser.parse() ? parser.row : 'not_an_object';
  } catch (error) {
    if (error instanceof SyntaxError) return 'not_json';
    throw error;
  }
}
