import { isFilled } from '../table-cell.ts';

/** Characters of a value that are looked at; longer ones are texts. */
const MAX_CHARS = 200;

/** What a file itself says of a value; texts say nothing. */
export type NativeKind = 'text' | 'number' | 'date' | 'timestamp' | 'boolean';

interface SeenValue {
  count: number;
  /** Line of the first. */
  line: number;
  native: NativeKind;
}

/** Values of a column in the rows that are looked at. */
export class ColumnSample {
  /** By text, in order of appearance. Blank ones are not among them. */
  readonly values = new Map<string, SeenValue>();
  rows = 0;
  /** Cells without a value, or with blanks only. */
  blanks = 0;

  add(cell: string | null, line: number, native: NativeKind = 'text'): void {
    this.rows += 1;
    if (!isFilled(cell)) {
      this.blanks += 1;
      return;
    }
    const text = cell!.length > MAX_CHARS ? `${cell!.slice(0, MAX_CHARS)}…` : cell!.trim();
    const seen = this.values.get(text);
    if (seen) seen.count += 1;
    // A copy: a part of a text holds the whole of it in memory.
    else this.values.set(Buffer.from(text).toString(), { count: 1, line, native });
  }

  get filled(): number {
    return this.rows - this.blanks;
  }

  /** Values that occur, with their lines, as evidence. */
  evidence(test: (text: string) => boolean, limit = 5): { line: number; text: string }[] {
    const found: { line: number; text: string }[] = [];
    for (const [text, { line }] of this.values) {
      if (found.length === limit) break;
      if (test(text)) found.push({ line, text });
    }
    return found;
  }

  /** Rows whose value passes. */
  count(test: (text: string) => boolean): number {
    let count = 0;
    for (const [text, seen] of this.values) if (test(text)) count += seen.count;
    return count;
  }
}
