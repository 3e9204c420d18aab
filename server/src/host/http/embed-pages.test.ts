import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHttpServer } from '../../testing/http-server.ts';

const KEY = '3f1c2a52-31cb-4c3e-9f5d-6c8a0f5a7d11';
const SITES = ['https://intranet.example.com', 'http://localhost:3000'];

let directory: string;
let server: { url: string; close(): unknown };

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'rise-embed-'));
  for (const file of ['index.html', 'embed.html']) await writeFile(join(directory, file), `<p>${file}</p>`);
  await writeFile(join(directory, 'embed.js'), 'export {};');
  server = await startHttpServer({
    portalDirectory: directory,
    frameAncestors: async (key) => (key === KEY ? SITES : []),
  });
});
afterAll(async () => {
  await server?.close();
  await rm(directory, { recursive: true, force: true });
});

/** The headers that decide who may frame a page, and what it passes on. */
async function headersOf(path: string) {
  const { status, headers } = await fetch(server.url + path);
  const policy = headers.get('content-security-policy') ?? '';
  return {
    status,
    ancestors: /frame-ancestors ([^;]*)/.exec(policy)?.[1],
    frames: headers.get('x-frame-options'),
    referrer: headers.get('referrer-policy'),
    robots: headers.get('x-robots-tag'),
    resources: headers.get('cross-origin-resource-policy'),
    policy: policy.replaceAll(/frame-ancestors [^;]*;?/g, '').trim(),
  };
}

test('a key’s page may be framed by the sites of the key, and by no other', async () => {
  const page = await headersOf(`/embed/${KEY}`);
  expect(page).toMatchObject({ status: 200, ancestors: SITES.join(' '), frames: null });
  expect(page).toMatchObject({ referrer: 'no-referrer', robots: 'noindex, nofollow' });
});

test('the page of a key that never was may be framed by nobody', async () => {
  for (const key of ['3f1c2a52-31cb-4c3e-9f5d-6c8a0f5a7d12', "'self'", '*'])
    expect(await headersOf(`/embed/${key}`)).toMatchObject({ ancestors: "'none'", frames: 'SAMEORIGIN' });
});

test('the page of public links may be framed by nobody, is not indexed and passes on no referrer', async () => {
  expect(await headersOf('/public')).toMatchObject({
    status: 200,
    ancestors: "'none'",
    referrer: 'no-referrer',
    robots: 'noindex, nofollow',
  });
});

test('all else of the policy, and all other pages, stay as they are', async () => {
  const portal = await headersOf('/reports');
  expect(portal).toMatchObject({ ancestors: "'none'", frames: 'SAMEORIGIN', robots: null });
  expect((await headersOf('/embed.html')).ancestors).toBe("'none'");
  const parts = (policy: string) => policy.split(/; ?/).filter(Boolean).toSorted();
  expect(parts((await headersOf(`/embed/${KEY}`)).policy)).toEqual(parts(portal.policy));
});

test('sites may load the script, and no other file of the portal', async () => {
  expect((await headersOf('/embed.js')).resources).toBe('cross-origin');
  expect((await headersOf('/embed.html')).resources).toBe('same-origin');
});
