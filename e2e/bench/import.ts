import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { script } from './command.ts';
import { DATA, median, type Measured, ms, ROWS } from './project.ts';

/** What engine/tests/support/measure-import.ts prints. */
interface ImportMeasures {
  csvBytes: number;
  loads: number[];
  typed: number[];
  peakMb: number;
  atRest: number;
  during: number;
  append: { ms: number; bytes: number };
  upsert: { ms: number; bytes: number };
  workbook: { rows: number; ms: number; peakMb: number };
}

const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`;
const megabytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/** Importing a large text file, and adding to it, beside the engine's own statement and another person's queries. */
export async function importFile(): Promise<Measured[]> {
  const text = await script('engine/tests/support/measure-import.ts', join(DATA, 'import'), String(ROWS));
  const { csvBytes, loads, typed, peakMb, atRest, during, append, upsert, workbook } = JSON.parse(
    text,
  ) as ImportMeasures;
  const file = `a CSV of ${(csvBytes / 1024 ** 3).toFixed(1)} GB, 10 M rows × 12 columns`;
  const ratios = loads.map((load, turn) => load / typed[turn]!);
  const wait = during / atRest;
  return [
    {
      what: `Import of ${file} ÷ the engine’s own typed CREATE TABLE AS of it, both sorted, p50`,
      measured: `${median(ratios).toFixed(2)} (${seconds(median(loads))} ÷ ${seconds(median(typed))})`,
      budget: '≤ 1.5',
      held: median(ratios) <= 1.5,
    },
    { what: 'The same: peak memory of the process', measured: `${peakMb.toFixed(0)} MB`, budget: '< 1 GB', held: peakMb < 1024 }, // prettier-ignore
    {
      what: `A reader’s queries of 10 M rows during it ÷ at rest, ${availableParallelism()} cores, p95`,
      measured: `${wait.toFixed(2)} (${ms(during)} ÷ ${ms(atRest)})`,
      budget: '≤ 1.3',
      held: wait <= 1.3,
    },
    {
      what: 'Appending a CSV of 10,000 rows to 10 M rows',
      measured: `${ms(append.ms)}, ${megabytes(append.bytes)}`,
      budget: '≤ 0.5 s, ≤ 2 MB',
      held: append.ms <= 500 && append.bytes <= 2 * 1024 * 1024,
    },
    {
      what: 'Replacing 5,000 of 10 M rows by key and adding 5,000',
      measured: `${seconds(upsert.ms)}, ${megabytes(upsert.bytes)}`,
      budget: '≤ 10 s',
      held: upsert.ms <= 10_000,
    },
    {
      what: `Import of an XLSX of ${workbook.rows.toLocaleString('en-US')} rows × 12 columns: peak memory of the process`,
      measured: `${workbook.peakMb.toFixed(0)} MB (${seconds(workbook.ms)})`,
      budget: '≤ 200 MB',
      held: workbook.peakMb <= 200,
    },
  ];
}
