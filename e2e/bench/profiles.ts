import { request } from 'node:http';
import { createInterface } from 'node:readline';
import type { TableDetail, TableProfileLine } from '@rise/contract';
import type { Caller } from './portal.ts';
import { ms, quantile, type Measured } from './project.ts';

/** The tenant with a table of 10 M rows and 20 columns; a sample of `e2e/bench/samples`. */
export const PROFILED = 'profiled';
const TABLE = 'line';
const ROUNDS = 12;
/** Columns of a screen, which are asked for together. */
const VISIBLE = 8;

interface Answer {
  /** When the last line of each source came, in milliseconds. */
  stored: number;
  estimate: number;
  exact: number;
  lines: TableProfileLine[];
}

function askProfiles(url: string, token: string, body: object): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const answer: Answer = { stored: 0, estimate: 0, exact: 0, lines: [] };
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/api/v1/data-view/profile`, { method: 'POST', headers }, (response) => {
      const lines = createInterface({ input: response });
      lines.on('line', (text) => {
        const line = JSON.parse(text) as TableProfileLine;
        answer.lines.push(line);
        if (line.type === 'column') answer[line.source] = performance.now() - started;
      });
      lines.on('close', () => resolve(answer));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(JSON.stringify({ table: TABLE, ...body }));
  });
}

const countOf = ({ lines }: Answer, source: string) =>
  lines.filter((line) => line.type === 'column' && line.source === source).length;

/** The profiles that a load has stored, and those of filtered rows: an estimate of a sample first, then of all. */
export async function profiles(caller: Caller, url: string, token: string): Promise<Measured[]> {
  const detail = JSON.parse(await caller.get(`/api/v1/data-view/table?table=${TABLE}`)) as TableDetail;
  const columns = detail.columns.map(({ name }) => name);
  const stored: number[] = [];
  const estimated: number[] = [];
  const exact: number[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    const whole = await askProfiles(url, token, { columns });
    if (countOf(whole, 'stored') !== columns.length) throw new Error('The load has not stored the profiles.');
    const filters = [{ column: 'id', is: 'range', from: String(round + 10) }];
    const filtered = await askProfiles(url, token, { columns: columns.slice(0, VISIBLE), filters });
    if (countOf(filtered, 'estimate') !== VISIBLE || countOf(filtered, 'exact') !== VISIBLE)
      throw new Error('Filtered rows were not estimated first and then profiled exactly.');
    if (round < 0) continue;
    stored.push(whole.stored);
    estimated.push(filtered.estimate);
    exact.push(filtered.exact);
  }
  const [shown, estimate] = [quantile(stored, 0.95), quantile(estimated, 0.95)];
  const rows = detail.rows!.toLocaleString('en-US');
  return [
    {
      what: `Profile of ${rows} rows × ${columns.length} columns, made at the load: shown over HTTP, p95`,
      measured: ms(shown),
      budget: '≤ 300 ms',
      held: shown <= 300,
    },
    {
      what: `The same under a filter: the estimate of ${VISIBLE} columns, p95`,
      measured: `${ms(estimate)} (exact after ${(quantile(exact, 0.5) / 1000).toFixed(1)} s, p50)`,
      budget: '≤ 0.6 s',
      held: estimate <= 600,
    },
  ];
}
