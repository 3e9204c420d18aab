import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { callerOf } from './portal.ts';
import { median, ROOT, type Measured } from './project.ts';
import { type MeasuredServer, startServer } from './server-process.ts';
import { HAND_WRITTEN } from './hand-written.ts';
import { PEER, PEER_PATH, peerQuery, startPeer } from './peer.ts';
import { freshQuery, freshThreshold } from './transactions.ts';

const CONNECTIONS = 10;
const ROUNDS = 5;
const REQUESTS = 150;

/**
 * Uncached requests per second over ten connections, compared with a bare server that runs hand-written SQL, and with a
 * peer, on the same file.
 */
export async function throughput(
  url: string,
  token: string,
  { file, tenant }: { file: string; tenant: string },
): Promise<Measured[]> {
  const portal = callerOf(url, token, CONNECTIONS);
  const [bare, peer] = [await startBareServer(file), await startPeer(file, tenant, CONNECTIONS)];
  const ways = {
    portal: () => portal.post('/api/v1/query', freshQuery()),
    bare: () => bare.caller.post('/', { sql: HAND_WRITTEN, parameters: [freshThreshold()] }),
    peer: () => peer.caller.post(PEER_PATH, peerQuery(freshThreshold())),
  };
  const names = Object.keys(ways) as (keyof typeof ways)[];
  const rates = { portal: [] as number[], bare: [] as number[], peer: [] as number[] };
  for (let round = -1; round < ROUNDS; round++)
    for (const name of names) {
      const measured = await rate(ways[name]);
      if (round >= 0) rates[name].push(measured);
    }
  await Promise.all([bare.stop(), peer.stop()]);
  const [own, direct, beside] = [median(rates.portal), median(rates.bare), median(rates.peer)];
  return [
    {
      what: 'Requests/s, 10 connections, uncached ÷ a bare node:http server with hand-written SQL on DuckDB, 10 M rows',
      measured: `${(own / direct).toFixed(3)} (${own.toFixed(1)} ÷ ${direct.toFixed(1)} /s)`,
      budget: '≥ 0.98',
      held: own / direct >= 0.98,
    },
    {
      what: `The same ÷ ${PEER}`,
      measured: `${(own / beside).toFixed(3)} (${own.toFixed(1)} ÷ ${beside.toFixed(1)} /s)`,
      budget: '> 1',
      held: own > beside,
    },
  ];
}

/** Requests per second while ten callers share a number of requests. */
async function rate(send: () => Promise<string>): Promise<number> {
  let left = REQUESTS;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left > 0) {
        left -= 1;
        await send();
      }
    }),
  );
  return (REQUESTS * 1000) / (performance.now() - started);
}

function startBareServer(file: string): Promise<MeasuredServer> {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const server = join(ROOT, 'e2e/bench/bare-server.ts');
  return startServer(['--import', tsx, server, file], { connections: CONNECTIONS });
}
