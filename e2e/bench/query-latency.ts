import { openFile, PreparingConnection } from './duckdb.ts';
import { HAND_WRITTEN } from './hand-written.ts';
import { PEER, PEER_PATH, peerQuery, startPeer } from './peer.ts';
import type { Caller } from './portal.ts';
import { median, ms, timed, type Measured } from './project.ts';
import { freshQuery, freshThreshold } from './transactions.ts';

const ROUNDS = 60;
/** Enough for each server to have compiled the code of a query. */
const WARM_UP = 60;
const REPEATS = 2000;

/**
 * An uncached query over HTTP compared with what an expert would write, run in DuckDB, and with the same question to a
 * peer over HTTP, on the same file: in turns, so that all meet the same load.
 */
export async function uncachedQuery(caller: Caller, { file, tenant }: { file: string; tenant: string }) {
  const instance = await openFile(file);
  const connection = new PreparingConnection(await instance.connect());
  const peer = await startPeer(file, tenant, 1);
  const ways = {
    async portal() {
      const text = await caller.post('/api/v1/query', freshQuery());
      if (!text.includes('"cache":"miss"')) throw new Error('The answer came from the cache; nothing was measured.');
    },
    direct: () => connection.run(HAND_WRITTEN, [freshThreshold()]),
    peer: () => peer.caller.post(PEER_PATH, peerQuery(freshThreshold())),
  };
  const names = Object.keys(ways) as (keyof typeof ways)[];
  const spent = { portal: [] as number[], direct: [] as number[], peer: [] as number[] };
  for (let round = -WARM_UP; round < ROUNDS; round++)
    for (const place of names.keys()) {
      const name = names[(place + round + WARM_UP) % names.length]!;
      const took = await timed(ways[name]);
      if (round >= 0) spent[name].push(took);
    }
  await peer.stop();
  instance.closeSync();
  const [portal, direct, beside] = [median(spent.portal), median(spent.direct), median(spent.peer)];
  return [
    {
      what: 'Uncached query over HTTP ÷ hand-written SQL on the same rows in DuckDB, 10 M rows, p50',
      measured: `${(portal / direct).toFixed(3)} (${ms(portal)} ÷ ${ms(direct)})`,
      budget: '≤ 1.10',
      held: portal / direct <= 1.1,
    },
    {
      what: `The same ÷ the same query to ${PEER} over HTTP, p50`,
      measured: `${(portal / beside).toFixed(3)} (${ms(portal)} ÷ ${ms(beside)})`,
      budget: '< 1',
      held: portal < beside,
    },
  ] satisfies Measured[];
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
  return { what: 'Cached query over HTTP, p50', measured: ms(p50), budget: '≤ 1.2 ms', held: p50 <= 1.2 };
}
