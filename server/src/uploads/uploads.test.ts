import { createHash, randomBytes } from 'node:crypto';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Upload } from 'tus-js-client';
import { systemIn } from '../kernel/actor.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

const MB = 1024 * 1024;
const TUS = { 'tus-resumable': '1.0.0' };
const PART = { ...TUS, 'content-type': 'application/offset+octet-stream' };

let portal: TestPortal;
let ada: string;
beforeAll(async () => {
  portal = await startTestPortal({ uploadStorageBytes: 12 * MB });
  const { alder } = portal.tenants;
  ada = (await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.admin'], tenants: [alder] })).cookie;
});
afterAll(() => portal?.close());

const encoded = (name: string) => `filename ${Buffer.from(name).toString('base64')}`;

async function create(bytes: number, name = 'accounts.csv', cookie = ada): Promise<Response> {
  const headers = { ...TUS, 'upload-length': String(bytes), 'upload-metadata': encoded(name) };
  return portal.fetch('POST /api/v1/uploads', { cookie, headers });
}

async function created(bytes: number, name?: string): Promise<string> {
  const response = await create(bytes, name);
  expect(response.status).toBe(201);
  return response.headers.get('location')!.split('/').at(-1)!;
}

/** Sends bytes from an offset; `announced` more than there are, and the connection is cut instead. */
function send(id: string, offset: number, bytes: Buffer, announced = bytes.length): Promise<IncomingMessage | null> {
  const { hostname, port } = new URL(portal.url);
  const headers = {
    ...PART,
    'x-rise-request': '1',
    cookie: ada,
    'upload-offset': String(offset),
    'content-length': String(announced),
  };
  return new Promise((resolve) => {
    const outgoing = request(
      { hostname, port, path: `/api/v1/uploads/${id}`, method: 'PATCH', headers },
      (response) => {
        response.resume();
        resolve(response);
      },
    );
    outgoing.on('error', () => resolve(null));
    outgoing.write(bytes, () => {
      if (announced > bytes.length) setImmediate(() => outgoing.destroy());
    });
    if (announced === bytes.length) outgoing.end();
  });
}

/** Begins a part of 100 bytes, of which it sends 40. */
function begin(id: string): { outgoing: ClientRequest; status: Promise<number> } {
  const { hostname, port } = new URL(portal.url);
  const headers = { ...PART, 'x-rise-request': '1', cookie: ada, 'upload-offset': '0', 'content-length': '100' };
  const outgoing = request({ hostname, port, path: `/api/v1/uploads/${id}`, method: 'PATCH', headers });
  const status = new Promise<number>((resolve, reject) => {
    outgoing.once('response', (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    // After its answer, the refused one may lose its connection.
    outgoing.on('error', reject);
  });
  outgoing.write(Buffer.alloc(40));
  return { outgoing, status };
}

async function offsetOf(id: string): Promise<string | null> {
  const response = await portal.fetch('HEAD /api/v1/uploads/:id', { id, cookie: ada, headers: TUS });
  expect(response.status).toBe(200);
  return response.headers.get('upload-offset');
}

const remove = (id: string) => portal.fetch('DELETE /api/v1/uploads/:id', { id, cookie: ada, headers: TUS });

test('a file whose connection breaks goes on where it was, and is stored as it is', async () => {
  const bytes = randomBytes(3 * MB);
  const id = await created(bytes.length);
  expect(await send(id, 0, bytes.subarray(0, MB), 2 * MB)).toBeNull();
  // What arrived before the connection broke is stored, as soon as its request has ended.
  let offset = 0;
  while (offset === 0) offset = Number(await offsetOf(id));
  expect(offset).toBeLessThanOrEqual(MB);
  expect((await send(id, offset, bytes.subarray(offset)))!.statusCode).toBe(204);
  expect(await offsetOf(id)).toBe(String(bytes.length));
  const { uploads } = (await (await portal.fetch('GET /api/v1/uploads', { cookie: ada })).json()) as {
    uploads: { id: string; name: string; received: number }[];
  };
  expect(uploads).toMatchObject([{ id, name: 'accounts.csv', received: bytes.length }]);
  const [row] = await portal.database.withTenant(
    systemIn(portal.tenants.alder),
    (tx) => tx.rows<{ sha256: string }>`SELECT sha256 FROM upload WHERE tenant_id = ${tx.tenantId} AND id = ${id}`,
  );
  expect(row!.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect((await remove(id)).status).toBe(204);
  expect((await portal.fetch('HEAD /api/v1/uploads/:id', { id, cookie: ada, headers: TUS })).status).toBe(404);
});

test('the browser’s client uploads in parts, and resumes', async () => {
  const bytes = randomBytes(2 * MB);
  const urls: string[] = [];
  const upload = (uploadUrl?: string) =>
    new Promise<string>((resolve, reject) => {
      const client = new Upload(bytes, {
        endpoint: `${portal.url}/api/v1/uploads`,
        ...(uploadUrl && { uploadUrl }),
        chunkSize: MB / 2,
        retryDelays: [],
        metadata: { filename: 'Şubat.xlsx' },
        headers: { 'x-rise-request': '1', cookie: ada },
        onChunkComplete: () => {
          if (uploadUrl || urls.length > 0) return;
          urls.push(client.url!);
          void client.abort().then(() => resolve(client.url!));
        },
        onSuccess: () => resolve(client.url!),
        onError: reject,
      });
      client.start();
    });
  const url = await upload();
  expect(await upload(url)).toBe(url);
  const { uploads } = (await (await portal.fetch('GET /api/v1/uploads', { cookie: ada })).json()) as {
    uploads: { id: string; name: string; bytes: number; received: number }[];
  };
  expect(uploads).toMatchObject([{ name: 'Şubat.xlsx', bytes: bytes.length, received: bytes.length }]);
  await remove(uploads[0]!.id);
});

test('a part at another offset, beyond the length, or beside another part is refused', async () => {
  const id = await created(100);
  expect((await send(id, 50, Buffer.alloc(10)))!.statusCode).toBe(409);
  expect((await send(id, 0, Buffer.alloc(200)))!.statusCode).toBe(413);
  expect(await offsetOf(id)).toBe('0');
  // Of two that have both started, one is refused at once; the other one waits for its bytes.
  const parts = [begin(id), begin(id)];
  const refused = await Promise.race(parts.map(async (part) => ({ part, status: await part.status })));
  expect(refused.status).toBe(423);
  const taken = parts.find((part) => part !== refused.part)!;
  taken.outgoing.end(Buffer.alloc(60));
  expect(await taken.status).toBe(204);
  expect(await offsetOf(id)).toBe('100');
  await remove(id);
});

test('what is no request of the protocol, too large, or more than the tenant’s storage is refused', async () => {
  const refused = async (headers: Record<string, string>) =>
    (await portal.fetch('POST /api/v1/uploads', { cookie: ada, headers })).status;
  expect(await refused({ 'upload-length': '1' })).toBe(412);
  expect(await refused(TUS)).toBe(400);
  expect(await refused({ ...TUS, 'upload-length': '-1' })).toBe(400);
  expect(await refused({ ...TUS, 'upload-length': String(3 * 1024 * MB) })).toBe(413);
  const id = await created(10 * MB);
  expect((await create(3 * MB)).status).toBe(507);
  await remove(id);
  const json = await portal.fetch('PATCH /api/v1/uploads/:id', { id: await created(1), cookie: ada, headers: TUS });
  expect(json.status).toBe(415);
});

test('names are stored without paths and invisible characters', async () => {
  const names = ['../../etc/passwd', 'C:\\data\\a.csv', 'a\u202Egnp.csv', '', `${'x'.repeat(400)}.parquet`];
  for (const name of names) await created(1, name);
  const { uploads } = (await (await portal.fetch('GET /api/v1/uploads', { cookie: ada })).json()) as {
    uploads: { name: string }[];
  };
  const stored = uploads
    .map(({ name }) => name)
    .toReversed()
    .slice(-5);
  expect(stored).toEqual(['passwd', 'a.csv', 'agnp.csv', 'file', `${'x'.repeat(246)}.parquet`]);
});

test('readers, other sites and other tenants cannot upload or touch uploads', async () => {
  const id = await created(5);
  const { alder, birch } = portal.tenants;
  const eve = await portal.signIn({ email: 'eve@alder.example', roles: ['tenant.user'], tenants: [alder] });
  const cem = await portal.signIn({ email: 'cem@birch.example', roles: ['tenant.admin'], tenants: [birch] });
  expect((await create(1, 'a', eve.cookie)).status).toBe(404);
  for (const { cookie } of [eve, cem]) {
    const headers = { ...PART, 'upload-offset': '0' };
    expect((await portal.fetch('HEAD /api/v1/uploads/:id', { id, cookie, headers: TUS })).status).toBe(404);
    expect((await portal.fetch('PATCH /api/v1/uploads/:id', { id, cookie, headers })).status).toBe(404);
    expect((await portal.fetch('DELETE /api/v1/uploads/:id', { id, cookie, headers: TUS })).status).toBe(404);
  }
  const foreign = { ...TUS, 'upload-length': '1', 'x-rise-request': null };
  expect((await portal.fetch('POST /api/v1/uploads', { cookie: ada, headers: foreign })).status).toBe(403);
  expect(await offsetOf(id)).toBe('0');
});
