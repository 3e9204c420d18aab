import { request } from 'node:http';
import { LISTED, LISTED_COLUMNS, MEASURED_REPORTS } from './measured-reports.ts';
import type { Caller } from './portal.ts';
import { median, ms, timed, type Measured } from './project.ts';

const ROUNDS = 5;

/** What a route sends back, as bytes. Throws for any status but 200. */
function download(url: string, token: string, path: string, body: unknown): Promise<Buffer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method: 'POST', headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const content = Buffer.concat(parts);
        if (answer.statusCode === 200) resolve(content);
        else reject(new Error(`${path} returned ${answer.statusCode}: ${content.toString().slice(0, 300)}`));
      });
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

export async function pathOf(caller: Caller, name: keyof typeof MEASURED_REPORTS): Promise<string> {
  const { reports } = JSON.parse(await caller.get('/api/v1/reports')) as {
    reports: { id: string; title: { en: string } }[];
  };
  return `/api/v1/reports/${reports.find(({ title }) => title.en === MEASURED_REPORTS[name].title.en)!.id}`;
}

/** A workbook of 100,000 rows compared with the CSV of the same rows. */
export async function workbook(caller: Caller, url: string, token: string): Promise<Measured> {
  const path = `${await pathOf(caller, 'listed')}/export`;
  const query = { kind: 'rows', dataset: 'transactions', columns: LISTED_COLUMNS, filter: LISTED, limit: 1_000_000 };
  const times = { xlsx: [] as number[], csv: [] as number[] };
  let rows = 0;
  for (let round = -1; round < ROUNDS; round++) {
    const xlsx = await timed(() => download(url, token, path, { format: 'xlsx' }));
    const csv = await timed(async () => {
      const text = await download(url, token, '/api/v1/query/stream', { query, format: 'csv' });
      rows = text.toString().trim().split('\n').length - 1;
    });
    if (round < 0) continue;
    times.xlsx.push(xlsx);
    times.csv.push(csv);
  }
  const ratio = median(times.xlsx) / median(times.csv);
  return {
    what: `Report as a workbook, a list of ${rows.toLocaleString('en-US')} rows ÷ the CSV of the same rows, p50`,
    measured: `${ratio.toFixed(2)} (${ms(median(times.xlsx))} ÷ ${ms(median(times.csv))})`,
    budget: '≤ 3',
    held: ratio <= 3,
  };
}

/** A report of six charts and a long list as pages to print. */
export async function printed(caller: Caller, url: string, token: string): Promise<Measured> {
  const path = `${await pathOf(caller, 'printed')}/export`;
  const times: number[] = [];
  let pages = 0;
  for (let round = -2; round < 2 * ROUNDS; round++) {
    const spent = await timed(async () => {
      const pdf = await download(url, token, path, { format: 'pdf', paper: 'letter' });
      pages = Number(/\/Type\s*\/Pages[^>]*?\/Count (\d+)|\/Count (\d+)[^>]*?\/Type\s*\/Pages/.exec(pdf.toString('latin1'))?.slice(1).find(Boolean)); // prettier-ignore
    });
    if (round >= 0) times.push(spent);
  }
  const p50 = median(times);
  return {
    what: `Report as a PDF of ${pages} pages with six charts, queries included, p50`,
    measured: ms(p50),
    budget: '≤ 400 ms',
    held: p50 <= 400,
  };
}
