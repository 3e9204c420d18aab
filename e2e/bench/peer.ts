import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { callerOf, type Caller } from './portal.ts';
import { DATA, ROOT } from './project.ts';

const FOLDER = join(DATA, 'peer');
const { version: duckdb } = createRequire(import.meta.url)('@duckdb/node-api/package.json') as { version: string };

/** The peer's packages are no part of the project: they are installed beside the data of the benchmarks. */
const PACKAGES = {
  'drizzle-cube': '0.5.5',
  'drizzle-orm': '0.45.4',
  '@leonardovida-md/drizzle-neo-duckdb': '1.5.2',
  '@hono/node-server': '2.1.8',
  hono: '4.13.19',
  '@duckdb/node-api': duckdb,
};
export const PEER = `drizzle-cube ${PACKAGES['drizzle-cube']}`;

/** Installs the peer unless it is there. */
async function install(): Promise<void> {
  const manifest = join(FOLDER, 'package.json');
  if (existsSync(join(FOLDER, 'node_modules/drizzle-cube'))) return;
  await mkdir(FOLDER, { recursive: true });
  await writeFile(manifest, JSON.stringify({ private: true, type: 'module', dependencies: PACKAGES }));
  // Its screens' packages are peers, too; its server needs none of them.
  const options = ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
  const installed = spawnSync('npm', options, { cwd: FOLDER, stdio: 'inherit' });
  if (installed.status !== 0) throw new Error('The peer could not be installed; nothing was measured.');
}

/** A server of the peer on a version file. */
export async function startPeer(
  file: string,
  tenant: string,
  connections: number,
): Promise<{ caller: Caller; stop: () => Promise<void> }> {
  await install();
  const server = join(FOLDER, 'server.mjs');
  await copyFile(join(ROOT, 'e2e/bench/peer-server.mjs'), server);
  const child = spawn(process.execPath, [server, file, tenant], {
    cwd: FOLDER,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    caller: callerOf(`http://127.0.0.1:${port.toString().trim()}`, null, connections),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The uncached query of transactions.ts in the peer's terms. */
export const peerQuery = (threshold: number): { query: object } => ({
  query: {
    measures: ['Transactions.amount'],
    dimensions: ['Transactions.branch'],
    filters: [{ member: 'Transactions.member', operator: 'gte', values: [threshold] }],
    order: { 'Transactions.branch': 'asc' },
    limit: 1000,
  },
});
export const PEER_PATH = '/cubejs-api/v1/load';
