import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { callerOf, type Caller } from './portal.ts';
import { median, ROOT, type Measured } from './project.ts';
import { freshQuery, freshSql, freshThreshold } from './transactions.ts';

const CONNECTIONS = 10;
const ROUNDS = 5;
const REQUESTS = 150;

/** Uncached requests per second over ten connections, compared with a bare server on the same file. */
export async function throughput(url: string, token: string, file: string): Promise<Measured> {
  const portal = callerOf(url, token, CONNECTIONS);
  const { sql, valuesFor } = await freshSql(portal);
  const bare = await startBareServer(file);
  const toPortal = () => portal.post('/api/v1/query', freshQuery());
  const toBare = () => bare.caller.post('/', { sql, parameters: valuesFor(freshThreshold()) });
  const rates = { portal: [] as number[], bare: [] as number[] };
  await rate(toPortal);
  await rate(toBare);
  for (let round = 0; round < ROUNDS; round++) {
    rates.portal.push(await rate(toPortal));
    rates.bare.push(await rate(toBare));
  }
  await bare.stop();
  const ratio = median(rates.portal) / median(rates.bare);
  return {
    what: 'Requests/s, 10 connections, uncached ÷ a bare node:http server on DuckDB, 10 M rows',
    measured: `${ratio.toFixed(3)} (${median(rates.portal).toFixed(1)} ÷ ${median(rates.bare).toFixed(1)} /s)`,
    budget: '≥ 0.95',
    held: ratio >= 0.95,
  };
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

async function startBareServer(file: string): Promise<{ caller: Caller; stop: () => Promise<void> }> {
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  const child = spawn(process.execPath, ['--import', tsx, join(ROOT, 'e2e/bench/bare-server.ts'), file], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    caller: callerOf(`http://127.0.0.1:${port.toString().trim()}`, null, CONNECTIONS),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
