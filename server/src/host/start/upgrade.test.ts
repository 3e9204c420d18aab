import { execFileSync } from 'node:child_process';
import { mkdtemp, mkdir, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, constants } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { killAndRemove } from '../../testing/data-directory.ts';
import { COMMAND_LINE, freePort, runProgram, SERVER, type Program } from '../../testing/program.ts';
import { siteAt } from '../../testing/site.ts';

// What the first landed state of Rise (20dee74a) left in its data directory: both sample tenants with the call report of 152
// credit unions, and two people who had signed in, chosen the dark scheme and added a shortcut.
const FIRST = new URL('../../testing/first-data-directory.tar.br', import.meta.url);
/** The provider of that server; this one has another address, and so is another provider. */
const FIRST_ISSUER = 'http://127.0.0.1:18700/idp';

let folder: string;
let data: string;
let server: Program;
let address: URL;
/** What a plain statement finds in the file that the first state loaded: total assets of all credit unions. */
let assets: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rise-upgrade-'));
  data = join(folder, 'data');
  await mkdir(data, { mode: 0o700 });
  const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 };
  execFileSync('tar', ['-xf', '-', '-C', data], { input: brotliDecompressSync(await readFile(FIRST), { params }) });
  assets = await sumOfAssets();
  const port = String(await freePort());
  server = runProgram(SERVER, { env: { RISE_DATA: data, PORT: port } });
  await server.waitForOutput('Rise is ready');
  address = new URL(`http://127.0.0.1:${port}`);
});
afterAll(() => killAndRemove(server, folder));

/** Read from a tenant's version file before the new program has seen it. */
async function sumOfAssets(): Promise<number> {
  const [tenant] = await readdir(join(data, 'warehouse'));
  const file = join(data, 'warehouse', tenant!, '1.duckdb');
  const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY' });
  const connection = await instance.connect();
  const found = await connection.runAndReadAll('SELECT sum(ACCT_010)::DOUBLE FROM fs220');
  connection.closeSync();
  instance.closeSync();
  return found.getRows()[0]![0] as number;
}

/** Of someone whom the first state knew. */
async function tokenOf(email: string): Promise<string> {
  const args = ['token', 'create', '--email', email, '--issuer', FIRST_ISSUER];
  const program = runProgram(COMMAND_LINE, { args, env: { RISE_DATA: data, PORT: address.port } });
  expect(await program.ended, program.output()).toBe(0);
  return /^rise_[\w-]{43}$/m.exec(program.output())![0];
}

test('people keep their accounts, preferences and shortcuts', async () => {
  for (const email of ['admin@alder.example', 'analyst@birch.example']) {
    const headers = { authorization: `Bearer ${await tokenOf(email)}` };
    const read = async (path: string) => (await fetch(new URL(path, address), { headers })).json();
    expect(await read('/api/v1/session')).toMatchObject({ account: { email }, preferences: { scheme: 'dark' } });
    expect(await read('/api/common/shortcuts')).toMatchObject([{ label: 'Scorecard', description: 'Kurul karnesi' }]);
  }
});

test('people sign in, find their reports, and the figures are those of the data of that time', async () => {
  const site = siteAt(address);
  const cookie = await site.signIn('analyst@alder.example');
  const read = async (response: Promise<Response>) => (await response).json();
  const { reports } = (await read(site.send('GET /api/v1/reports', { cookie }))) as {
    reports: { title: { en: string } }[];
  };
  expect(reports.map(({ title }) => title.en)).toContain('Board scorecard');
  const query = { dataset: 'call_report', measures: ['total_assets'] };
  const answer = (await read(site.send('POST /api/v1/query', { cookie, body: query }))) as { rows: number[][] };
  expect(Number(answer.rows[0]![0])).toBeCloseTo(assets, 0);
});
