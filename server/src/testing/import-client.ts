import type { DataImport, ImportTableChange, RouteKey } from '@rise/contract';
import { expect } from 'vitest';
import type { TestPortal } from './portal.ts';
import { until } from './until.ts';

const TUS = { 'tus-resumable': '1.0.0' };

/** Uploads files and imports them, as a person would. */
export interface ImportClient {
  /** Returns the upload's id. */
  upload(name: string, content: string | Buffer): Promise<string>;
  /** Uploads files and drafts their import. */
  draft(files: Record<string, string | Buffer>): Promise<DataImport>;
  get(id: string): Promise<DataImport>;
  change(draft: DataImport, table: Omit<ImportTableChange, 'id'>, place?: number): Promise<DataImport>;
  /** Runs an import and waits for its end. */
  run(draft: Pick<DataImport, 'id'>): Promise<DataImport>;
  send(key: RouteKey, id: string, body?: unknown): Promise<Response>;
}

const hasEnded = ({ status }: DataImport) => status !== 'waiting' && status !== 'running';

export function importClient(portal: Pick<TestPortal, 'url' | 'fetch'>, cookie: string): ImportClient {
  const send = (key: RouteKey, id: string, body?: unknown) =>
    portal.fetch(key, { id, cookie, ...(body !== undefined && { body }) });
  const read = async (response: Response) => {
    const body = (await response.json()) as DataImport;
    expect([response.status, body]).toEqual([200, body]);
    return body;
  };
  const client: ImportClient = {
    send,
    async upload(name, content) {
      const bytes = Buffer.from(content);
      const metadata = `filename ${Buffer.from(name).toString('base64')}`;
      const created = await portal.fetch('POST /api/v1/uploads', {
        cookie,
        headers: { ...TUS, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
      });
      expect(created.status).toBe(201);
      const address = created.headers.get('location')!;
      const sent = await fetch(`${portal.url}${address}`, {
        method: 'PATCH',
        headers: {
          ...TUS,
          cookie,
          'x-rise-request': '1',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        },
        body: bytes,
      });
      expect(sent.status).toBe(204);
      return address.split('/').at(-1)!;
    },
    async draft(files) {
      const uploads: string[] = [];
      for (const [name, content] of Object.entries(files)) uploads.push(await client.upload(name, content));
      return read(await portal.fetch('POST /api/v1/imports', { cookie, body: { uploads } }));
    },
    get: async (id) => read(await send('GET /api/v1/imports/:id', id)),
    change: async ({ id, tables }, change, place = 0) =>
      read(await send('PATCH /api/v1/imports/:id', id, { tables: [{ id: tables[place]!.id, ...change }] })),
    async run({ id }) {
      await read(await send('POST /api/v1/imports/:id/run', id));
      return until(() => client.get(id), hasEnded);
    },
  };
  return client;
}
