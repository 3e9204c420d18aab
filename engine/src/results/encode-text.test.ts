import { describe, expect, it } from 'vitest';
import { ResultTooLarge } from '../errors.ts';
import { encodeRows } from './encode-rows.ts';
import { encodeTextRows, encodeTextSlices } from './encode-text.ts';

/** Rows of control characters, which take six bytes each in JSON. */
const rows = (count: number) => Array.from({ length: count }, (_, index) => [String(index), '\u0001'.repeat(1000)]);
const TYPES = ['integer', 'string'] as const;

describe('a result', () => {
  it('ends before its JSON exceeds the size limit, and says so', async () => {
    const limits = { limit: null, maxBytes: 100_000 };
    const { rows: text, rowCount, whole } = await encodeTextRows(rows(1000), TYPES, limits);
    expect([rowCount, whole, JSON.parse(text)]).toEqual([16, false, rows(16).map(([n, t]) => [Number(n), t])]);
    expect(Buffer.byteLength(text)).toBeLessThan(100_000);
    const columns = [rows(1000).map(([, text]) => text!)];
    const cut = encodeRows(columns, ['string'], { limit: null, maxBytes: 2_000_000 });
    expect([cut.rowCount, cut.whole, (JSON.parse(cut.rows) as unknown[]).length]).toEqual([256, false, 256]);
  });

  it('of a query that exceeds it is refused', async () => {
    const request = { types: [...TYPES], limit: null };
    await expect(encodeTextSlices(rows(1000), request, 1_000_000)).rejects.toThrow(ResultTooLarge);
    await expect(encodeTextSlices(rows(10), request, 1_000_000)).resolves.toMatchObject([
      { rowCount: 10, truncated: false },
    ]);
  });

  it('that takes long to encode lets other work run in between', async () => {
    let turns = 0;
    let running = true;
    const count = () => {
      turns += 1;
      if (running) setImmediate(count);
    };
    setImmediate(count);
    const { rowCount } = await encodeTextRows(rows(1500), TYPES, { limit: null, maxBytes: 16_000_000 });
    running = false;
    expect(rowCount).toBe(1500);
    // 9 MB in turns of half a megabyte.
    expect(turns).toBeGreaterThanOrEqual(15);
  });
});
