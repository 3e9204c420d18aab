import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { inspectFile, previewTable } from './inspect-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'rise-inspector-'));
const path = join(folder, 'file.csv');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith('rise-inspect-'));

describe('a process that looks into a file', () => {
  it('answers with its tables and their first rows, also of 5,000 columns', async () => {
    const titles = Array.from({ length: 5000 }, (_, place) => `Column of a long title ${place}`);
    writeFileSync(path, `${titles.join(',')}\n${titles.map((_, place) => place).join(',')}\n`);
    const { tables, error } = await inspectFile({ path, name: 'wide.csv' });
    expect(error).toBeNull();
    const { part, settings } = tables[0]!;
    const { rows } = await previewTable({ path, part, settings: settings!, rows: 1 });
    expect(rows[0]!.cells.slice(0, 3)).toEqual(['0', '1', '2']);
  });

  it('is ended where a file takes more memory than it may, and the answer says so', async () => {
    const before = left();
    writeFileSync(path, Array.from({ length: 60_000 }, (_, place) => `${place},${'x'.repeat(150)}${place}`).join('\n'));
    const { tables, error } = await inspectFile({ path, name: 'large.csv' }, { memoryMb: 60 });
    expect([tables, error?.code]).toEqual([[], 'too_complex']);
    expect(left()).toEqual(before);
  });

  it('is ended with the signal', async () => {
    writeFileSync(path, 'a,b\n1,2\n');
    await expect(inspectFile({ path, name: 'x.csv', signal: AbortSignal.abort() })).rejects.toThrow(/abort/i);
    const controller = new AbortController();
    const running = inspectFile({ path, name: 'x.csv', signal: controller.signal });
    controller.abort();
    await expect(running).rejects.toThrow(/abort/i);
  });

  it('refuses a preview with settings of another kind of file', async () => {
    writeFileSync(path, 'a,b\n1,2\n');
    const settings = { kind: 'typed', format: 'parquet', columns: [{ title: 'a', name: 'a', type: null }] } as const;
    const refused = previewTable({ path, part: '', settings: { ...settings, columns: [...settings.columns] } });
    await expect(refused).rejects.toMatchObject({ code: 'wrong_settings' });
  });
});
