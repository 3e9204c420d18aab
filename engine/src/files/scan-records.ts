import { FileError } from './file-error.ts';

/** What separates cells; parts of `TextSettings`. */
export interface TextDialect {
  delimiter: string;
  quote: string;
  escape: string;
}

/** Why a record has no cells that can be trusted. */
export type RecordFault = 'unclosed_quote' | 'misplaced_quote' | 'nul_byte';

/** A record as it lies in `bytes`, without its line end. Reused: valid until the next one is read. */
export interface ScannedRecord {
  bytes: Buffer;
  start: number;
  end: number;
  /** Line of the file on which it begins, from 1. */
  line: number;
  cells: number;
  /** No cell has anything but blanks. */
  blank: boolean;
  /** Offset of the last delimiter if nothing follows it, else -1. */
  trailingDelimiter: number;
  fault: RecordFault | null;
}

/** The longest record that is read; also bounds the memory of everything that reads records. */
export const MAX_RECORD_BYTES = 16 * 1024 * 1024;
/** Work spent on reading again what followed quotes that are never closed. */
const MAX_REREAD_BYTES = 512 * 1024 * 1024;

const ORDINARY = 0;
const DELIMITER = 1;
const QUOTE = 2;
const BLANK = 3;
const LINE_END = 4;
const NUL = 5;
const LF = 10;
const CR = 13;

function classesOf({ delimiter, quote }: TextDialect): Uint8Array {
  const classes = new Uint8Array(256);
  classes[0] = NUL;
  classes[LF] = classes[CR] = LINE_END;
  classes[0x20] = BLANK;
  classes[0x09] = BLANK;
  if (quote !== '') classes[quote.charCodeAt(0)] = QUOTE;
  classes[delimiter.charCodeAt(0)] = DELIMITER;
  return classes;
}

/**
 * Splits UTF-8 into records (RFC 4180), each line end being CR LF, LF or CR. A quote that is never closed, or closed
 * within a cell, costs its own line: reading continues on the next one, so that one wrong quote does not swallow the
 * rest of the file. Throws `FileError` for a record above `MAX_RECORD_BYTES`.
 */
export class RecordScanner {
  readonly #classes: Uint8Array;
  readonly #quote: number;
  readonly #escape: number;
  #skip: number;
  #line = 1;
  #carry: Buffer = Buffer.alloc(0);
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  /** Bytes that have to be there before an incomplete record is looked at again, so that reading it stays linear. */
  #enough = 0;
  #reread = 0;
  #record: ScannedRecord = {
    bytes: this.#carry,
    start: 0,
    end: 0,
    line: 1,
    cells: 0,
    blank: true,
    trailingDelimiter: -1,
    fault: null,
  };

  /** `skipLines`: lines at the start that are no records, whatever quotes they have. */
  constructor(dialect: TextDialect, skipLines = 0) {
    this.#classes = classesOf(dialect);
    this.#quote = dialect.quote === '' ? -1 : dialect.quote.charCodeAt(0);
    this.#escape = dialect.escape === '' ? this.#quote : dialect.escape.charCodeAt(0);
    this.#skip = skipLines;
  }

  /** Yields the records that `chunk` completes; with `last`, all that are left. */
  *push(chunk: Buffer, last = false): Generator<ScannedRecord, void, void> {
    this.#pending.push(chunk);
    this.#pendingBytes += chunk.length;
    if (!last && this.#carry.length + this.#pendingBytes < this.#enough) return;
    const bytes = this.#carry.length === 0 && this.#pending.length === 1 ? chunk : Buffer.concat([this.#carry, ...this.#pending]); // prettier-ignore
    this.#pending = [];
    this.#pendingBytes = 0;
    let start = 0;
    while (start < bytes.length) {
      const next = this.#skip > 0 ? this.#skipLine(bytes, start, last) : this.#scan(bytes, start, last);
      if (next === -1) break;
      start = next;
      if (this.#record.bytes !== bytes) continue;
      yield this.#record;
    }
    this.#carry = bytes.subarray(start);
    this.#enough = this.#carry.length * 2;
    if (this.#carry.length > MAX_RECORD_BYTES) this.#tooLong();
  }

  #tooLong(): never {
    const megabytes = MAX_RECORD_BYTES / 1024 / 1024;
    throw new FileError(
      'line_too_long',
      `Line ${this.#line} is longer than ${megabytes} MB.`,
      'Check that the file is delimited text with line ends, and how its cells are quoted.',
      { line: this.#line },
    );
  }

  /** The end of the line end at `at`, or -1 if more has to be read to know. */
  #afterLineEnd(bytes: Buffer, at: number, last: boolean): number {
    if (bytes[at] === LF) return at + 1;
    if (at + 1 === bytes.length) return last ? at + 1 : -1;
    return bytes[at + 1] === LF ? at + 2 : at + 1;
  }

  #lineEndFrom(bytes: Buffer, from: number): number {
    let at = from;
    while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at++;
    return at;
  }

  #skipLine(bytes: Buffer, start: number, last: boolean): number {
    const end = this.#lineEndFrom(bytes, start);
    this.#record.bytes = this.#carry;
    if (end === bytes.length) return last ? end : -1;
    const next = this.#afterLineEnd(bytes, end, last);
    if (next === -1) return -1;
    this.#skip -= 1;
    this.#line += 1;
    return next;
  }

  /** Reads the record at `start` and returns where the next begins, or -1 if it is incomplete. */
  #scan(bytes: Buffer, start: number, last: boolean): number {
    const classes = this.#classes;
    const { length } = bytes;
    let at = start;
    let cells = 1;
    let lines = 0;
    let blank = true;
    let atStartOfCell = true;
    let lastDelimiter = -1;
    let nul = false;
    for (; at < length; at++) {
      const kind = classes[bytes[at]!];
      if (kind === ORDINARY) {
        blank = atStartOfCell = false;
      } else if (kind === DELIMITER) {
        cells += 1;
        lastDelimiter = at;
        atStartOfCell = true;
      } else if (kind === QUOTE) {
        blank = false;
        // A quote within a cell, as in 5" pipe, is a character like others.
        if (!atStartOfCell) continue;
        const close = this.#closingQuote(bytes, at + 1);
        if (close === -1) {
          if (!last && length - start <= MAX_RECORD_BYTES) return -1;
          return this.#faulty(bytes, start, last, 'unclosed_quote');
        }
        let after = close + 1;
        while (classes[bytes[after]!] === BLANK) after++;
        if (after >= length && !last) return -1;
        const follows = after < length ? classes[bytes[after]!] : LINE_END;
        if (follows !== DELIMITER && follows !== LINE_END) return this.#faulty(bytes, start, last, 'misplaced_quote');
        lines += this.#linesIn(bytes, at, close);
        if (bytes.subarray(at, close).includes(0)) nul = true;
        atStartOfCell = false;
        at = after - 1;
      } else if (kind === LINE_END) {
        break;
      } else if (kind === NUL) {
        nul = true;
        blank = atStartOfCell = false;
      }
    }
    if (at === length && !last) return -1;
    const next = at === length ? at : this.#afterLineEnd(bytes, at, last);
    if (next === -1) return -1;
    if (at - start > MAX_RECORD_BYTES) this.#tooLong();
    const trailingDelimiter = lastDelimiter !== -1 && lastDelimiter === at - 1 ? lastDelimiter : -1;
    this.#emit({ bytes, start, end: at, cells, blank, trailingDelimiter, fault: nul ? 'nul_byte' : null }, lines + 1);
    return next;
  }

  #emit(record: Omit<ScannedRecord, 'line'>, lines: number): void {
    Object.assign(this.#record, record);
    this.#record.line = this.#line;
    this.#line += lines;
  }

  #closingQuote(bytes: Buffer, from: number): number {
    const quote = this.#quote;
    let at = from;
    while (true) {
      const found = bytes.indexOf(quote, at);
      if (found === -1) return -1;
      if (this.#escape === quote) {
        if (bytes[found + 1] !== quote) return found;
        at = found + 2;
      } else {
        let escapes = 0;
        while (found - escapes > from && bytes[found - escapes - 1] === this.#escape) escapes++;
        if (escapes % 2 === 0) return found;
        at = found + 1;
      }
    }
  }

  #linesIn(bytes: Buffer, from: number, to: number): number {
    let lines = 0;
    for (let at = from; at < to; at++) if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) lines += 1;
    return lines;
  }

  #faulty(bytes: Buffer, start: number, last: boolean, fault: RecordFault): number {
    const end = this.#lineEndFrom(bytes, start);
    const next = end === bytes.length ? end : this.#afterLineEnd(bytes, end, last);
    if (next === -1 || (end === bytes.length && !last)) return -1;
    if (fault === 'unclosed_quote') this.#reread += bytes.length - next;
    if (this.#reread > MAX_REREAD_BYTES)
      throw new FileError(
        'unclosed_quote',
        `Line ${this.#line} is one of many with a quote that is not closed.`,
        'If quotes have no meaning in this file, set the quote to none.',
        { line: this.#line },
      );
    this.#emit({ bytes, start, end, cells: 0, blank: false, trailingDelimiter: -1, fault }, 1);
    return next;
  }
}

/** A cell's text; `quoted` tells an empty text in quotes from no value. */
export interface TextCell {
  text: string;
  quoted: boolean;
}

/** The text in quotes that begins at `start`, and where its closing quote is. */
function readQuoted(record: string, start: number, quote: string, escape: string): { text: string; end: number } {
  const close = record.indexOf(quote, start);
  const plain = close === -1 ? record.length : close;
  const escaped = escape === quote ? record[plain + 1] === quote : escape !== '' && record.slice(start, plain).includes(escape); // prettier-ignore
  if (!escaped) return { text: record.slice(start, plain), end: plain };
  let text = '';
  let index = start;
  for (; index < record.length; index++) {
    const char = record[index]!;
    const next = record[index + 1];
    if (escape !== '' && char === escape && (next === quote || (next === escape && escape !== quote))) {
      text += next;
      index += 1;
    } else if (char === quote) break;
    else text += char;
  }
  return { text, end: index };
}

/** The values of one whole record without faults: an empty cell has none, an empty text in quotes is a text. */
export function splitValues(record: string, dialect: TextDialect): (string | null)[] {
  if (dialect.quote === '' || !record.includes(dialect.quote))
    return record.split(dialect.delimiter).map((text) => (text === '' ? null : text));
  return splitCells(record, dialect).map(({ text, quoted }) => (text === '' && !quoted ? null : text));
}

/** The cells of one whole record without faults. */
export function splitCells(record: string, { delimiter, quote, escape }: TextDialect): TextCell[] {
  const cells: TextCell[] = [];
  const isBlank = (char: string | undefined) => (char === ' ' || char === '\t') && char !== delimiter;
  let at = 0;
  while (true) {
    let from = at;
    while (isBlank(record[from])) from++;
    if (quote !== '' && record[from] === quote) {
      const { text, end } = readQuoted(record, from + 1, quote, escape);
      cells.push({ text, quoted: true });
      at = record.indexOf(delimiter, end + 1);
    } else {
      const end = record.indexOf(delimiter, at);
      cells.push({ text: end === -1 ? record.slice(at) : record.slice(at, end), quoted: false });
      at = end;
    }
    if (at === -1) return cells;
    at += 1;
  }
}
