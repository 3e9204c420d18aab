import { openFile, PreparingConnection } from './duckdb.ts';
import type { Caller } from './portal.ts';
import { median, ms, timed, type Measured } from './project.ts';
import { freshQuery, freshSql, freshThreshold } from './transactions.ts';

const PAIRS = 60;
const WARM_UP = 8;
const REPEATS = 2000;

/** An uncached query over HTTP compared with the same SQL in DuckDB: in turns, so that both meet the same load. */
export async function uncachedQuery(caller: Caller, file: string): Promise<Measured> {
  const instance = await openFile(file);
  const connection = new PreparingConnection(await instance.connect());
  const { sql, valuesFor } = await freshSql(caller);

  const overHttp = async () => {
    const query = freshQuery();
    let text = '';
    const spent = await timed(async () => {
      text = await caller.post('/api/v1/query', query);
    });
    if (!text.includes('"cache":"miss"')) throw new Error('The answer came from the cache; nothing was measured.');
    return spent;
  };
  const directly = () => {
    const values = valuesFor(freshThreshold());
    return timed(() => connection.run(sql, values));
  };

  const http: number[] = [];
  const direct: number[] = [];
  for (let pair = -WARM_UP; pair < PAIRS; pair++) {
    const [a, b] = pair % 2 === 0 ? [await overHttp(), await directly()] : [await directly(), await overHttp()];
    if (pair < 0) continue;
    http.push(pair % 2 === 0 ? a : b);
    direct.push(pair % 2 === 0 ? b : a);
  }
  instance.closeSync();
  const ratio = median(http) / median(direct);
  return {
    what: 'Uncached query over HTTP ÷ the same SQL in DuckDB directly, 10 M rows, p50',
    measured: `${ratio.toFixed(3)} (${ms(median(http))} ÷ ${ms(median(direct))})`,
    budget: '≤ 1.10',
    held: ratio <= 1.1,
  };
}

export async function cachedQuery(caller: Caller): Promise<Measured> {
  const query = freshQuery();
  await caller.post('/api/v1/query', query);
  const sample: number[] = [];
  for (let round = 0; round < REPEATS; round++) {
    let text = '';
    sample.push(
      await timed(async () => {
        text = await caller.post('/api/v1/query', query);
      }),
    );
    if (!text.includes('"cache":"hit"')) throw new Error('The answer did not come from the cache.');
  }
  const p50 = median(sample.slice(REPEATS / 10));
  return { what: 'Cached query over HTTP, p50', measured: ms(p50), budget: '≤ 2 ms', held: p50 <= 2 };
}
