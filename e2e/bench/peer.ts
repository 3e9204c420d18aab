import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DATA, ROOT } from './project.ts';
import { type MeasuredServer, startServer } from './server-process.ts';

/** The peer's packages are no part of the project: they are installed beside the data of the benchmarks. */
const SOURCE = join(ROOT, 'e2e/bench/peer');
const FOLDER = join(DATA, 'peer');
const { dependencies } = createRequire(import.meta.url)('./peer/package.json') as {
  dependencies: { 'drizzle-cube': string };
};
export const PEER = `drizzle-cube ${dependencies['drizzle-cube']}`;

/** Copies the peer's server, and installs its packages unless they are there. */
async function install(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  for (const file of ['package.json', 'server.mjs']) await copyFile(join(SOURCE, file), join(FOLDER, file));
  if (existsSync(join(FOLDER, 'node_modules/drizzle-cube'))) return;
  // Its screens' packages are peers, too; its server needs none of them.
  const options = ['install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund'];
  const installed = spawnSync('npm', options, { cwd: FOLDER, stdio: 'inherit' });
  if (installed.status !== 0) throw new Error('The peer could not be installed; nothing was measured.');
}

/** A server of the peer on a version file. */
export async function startPeer(file: string, tenant: string, connections: number): Promise<MeasuredServer> {
  await install();
  return startServer(['server.mjs', file, tenant], { connections, cwd: FOLDER });
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
