import type { StreamRecord } from '@rise/contract';
import { UserError } from '../kernel/errors/user-error.ts';

type Head = Extract<StreamRecord, { type: 'head' }>;
type Row = Extract<StreamRecord, readonly unknown[]>;

/** The rows of a stream in batches, as its parts have them; throws where it ends without all of them. */
export class StreamedRows {
  readonly #lines: AsyncGenerator<string[]>;
  #first: string[] = [];
  head!: Head;

  private constructor(parts: AsyncIterable<Uint8Array>) {
    this.#lines = linesOf(parts);
  }

  /** Reads up to the head, so that what fails at once is known before anything is sent. */
  static async open(parts: AsyncIterable<Uint8Array>): Promise<StreamedRows> {
    const rows = new StreamedRows(parts);
    while (rows.#first.length === 0) {
      const next = await rows.#lines.next();
      if (next.done) throw new Error('The stream has no head.');
      rows.#first = next.value;
    }
    rows.head = JSON.parse(rows.#first.shift()!) as Head;
    return rows;
  }

  /** `onTruncated` is called where rows were left out for their number. */
  async *batches(onTruncated: () => never): AsyncGenerator<Row[]> {
    for (let lines: string[] | null = this.#first; lines !== null; lines = await this.#next()) {
      const rows: Row[] = [];
      // One call for all lines of a part is much faster than one a line.
      for (const record of JSON.parse(`[${lines.join(',')}]`) as StreamRecord[]) {
        if (Array.isArray(record)) rows.push(record);
        else if (record.type === 'failed') throw new UserError(record.error.code, record.error.message);
        else if (record.type === 'end' && record.truncated) onTruncated();
      }
      if (rows.length > 0) yield rows;
    }
  }

  async close(): Promise<void> {
    await this.#lines.return(undefined);
  }

  async #next(): Promise<string[] | null> {
    const { done, value } = await this.#lines.next();
    return done ? null : value;
  }
}

/** The rows of a list, whose stream opens when they are read: a person has few streams at a time. */
export class ListRows {
  readonly #start: () => Promise<StreamedRows>;
  #opened: StreamedRows | null = null;

  constructor(start: () => Promise<StreamedRows>) {
    this.#start = start;
  }

  async open(): Promise<StreamedRows> {
    return (this.#opened ??= await this.#start());
  }

  async close(): Promise<void> {
    await this.#opened?.close();
  }
}

async function* linesOf(parts: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of parts) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop()!;
    if (lines.length > 0) yield lines;
  }
  if (rest !== '') yield [rest];
}
