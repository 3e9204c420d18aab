import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUTHORITY, SERVER } from '@rise/engine/certificates';
import { HostAllowance } from '../kernel/security/host-allowance.ts';
import { fetchFile, nameInAddress } from './fetch-file.ts';

const LOANS = 'loan_id,balance\n1,1200.50\n';
let server: Server;
let connections = 0;
let folder: string;
let origin: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rise-fetch-'));
  server = createServer(SERVER, (request, response) => {
    if (request.url === '/moved.csv') return void response.writeHead(302, { location: '/loans.csv' }).end();
    if (request.url === '/empty.csv') return void response.writeHead(200).end();
    if (request.url === '/cut.csv') {
      response.writeHead(200, { 'content-length': '1000' }).write(LOANS, () => response.destroy());
      return undefined;
    }
    return request.url?.startsWith('/exports/loans.csv')
      ? void response.writeHead(200).end(LOANS)
      : void response.writeHead(404).end('nothing here');
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  await rm(folder, { recursive: true, force: true });
});

let files = 0;
async function fetched(path: string, { hosts = ['127.0.0.1'], trusted = true } = {}): Promise<string> {
  const file = join(folder, `${(files += 1)}`);
  const { lookup } = new HostAllowance(hosts);
  const { signal } = new AbortController();
  await fetchFile({
    url: new URL(path, origin).href,
    path: file,
    lookup,
    signal,
    onBytes: () => undefined,
    ...(trusted && { ca: AUTHORITY }),
  });
  return readFile(file, 'utf8');
}

test('a file is stored as it is, under the name at the end of its address', async () => {
  expect(await fetched('/exports/loans.csv?signed=secret')).toBe(LOANS);
  expect(nameInAddress(`${origin}/exports/loans%202026.csv?signed=secret`)).toBe('loans 2026.csv');
  expect(nameInAddress(origin)).toBe('file');
});

test.each([
  '127.0.0.1',
  '127.1',
  '2130706433',
  '0x7f000001',
  '[::1]',
  '[::ffff:127.0.0.1]',
  'localhost',
  '10.0.0.1',
  '169.254.169.254',
  '[fd00::1]',
])('a file at %s is inside, and no connection is opened', async (host) => {
  const before = connections;
  const url = `https://${host}:${new URL(origin).port}/exports/loans.csv`;
  await expect(fetched(url, { hosts: [] })).rejects.toThrow(/WAREHOUSE_HOSTS/);
  expect(connections).toBe(before);
});

test.each<[string, string, Parameters<typeof fetched>[1], RegExp]>([
  ['a host that the operator does not allow', '/exports/loans.csv', { hosts: [] }, /WAREHOUSE_HOSTS/],
  ['a certificate that nobody vouches for', '/exports/loans.csv', { trusted: false }, /certificate of '127.0.0.1'/],
  ['an address that redirects', '/moved.csv', {}, /redirects to another one/],
  ['no file', '/gone.csv', {}, /answered 404/],
  ['an empty file', '/empty.csv', {}, /The file is empty/],
  ['a file that is cut off', '/cut.csv', {}, /broke before the file was complete/],
])('%s is refused with the remedy', async (_, path, options, message) => {
  await expect(fetched(path, options)).rejects.toThrow(message);
});
