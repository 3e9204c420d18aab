import { createHash, randomUUID } from 'node:crypto';
import {
  reportDocument,
  type ErrorBody,
  type FrozenReport,
  type ReportDraft,
  type ReportFreeze,
  type ReportSummary,
  type RouteKey,
  type StoredPicture,
  type Workspace,
} from '@rise/contract';
import { Client } from 'pg';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { signEmbed } from '../testing/embed-token.ts';
import { onePage } from '../testing/one-page.ts';
import { pdfPages } from '../testing/pdf-text.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';
import { putReport } from '../testing/put-report.ts';
import { readSlides } from '../testing/slides.ts';

const title = { en: 'T' };
const FIGURES = { id: 'figures', kind: 'figures', title, measures: ['members'] };
const UPLOAD = 'POST /api/v1/reports/:id/pictures';
const READ = 'GET /api/v1/reports/:id/pictures/:hash';

let portal: TestPortal;
let boss: SignedIn;
let reader: SignedIn;
let stranger: SignedIn;
beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  boss = await portal.signIn({ email: 'boss@pictures.example', roles: ['tenant.admin'], tenants: [alder] });
  reader = await portal.signIn({ email: 'reader@pictures.example', roles: ['tenant.user'], tenants: [alder] });
  stranger = await portal.signIn({ email: 'boss@birch.example', roles: ['tenant.admin'], tenants: [birch] });
});
afterAll(() => portal?.close());

/** Each test has a published report of its own. */
let id: string;
beforeEach(async () => {
  const document = reportDocument.parse({ title, purpose: title, dataset: 'call_report', ...onePage([FIGURES]) });
  ({ id } = await portal.database.withTenant(systemIn(portal.tenants.alder), (tx) => putReport(tx, document)));
});

type Request = NonNullable<Parameters<TestPortal['fetch']>[1]>;
async function call<T>(key: RouteKey, request: Request = {}, who = boss): Promise<T> {
  const response = await portal.fetch(key, { id, cookie: who.cookie, ...request });
  expect(response.status, `${key}: ${await response.clone().text()}`).toBe(200);
  return (await response.json()) as T;
}
async function refused(key: RouteKey, request: Request = {}, who = boss) {
  const response = await portal.fetch(key, { id, cookie: who.cookie, ...request });
  const { error } = (await response.json()) as ErrorBody;
  return { status: response.status, message: error?.message, fields: (error?.details ?? []).map(({ field }) => field) };
}

/** A file of one color, which no other test has. */
const file = (color: string, width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();
const upload = async (color: string) =>
  call<StoredPicture>(UPLOAD, { body: { data: (await file(color)).toString('base64') } });

const imageTile = ({ hash, width, height }: StoredPicture, more: object = {}) => ({
  id: 'logo',
  kind: 'image',
  picture: { hash, width, height },
  ...more,
});
async function change(operations: object[]): Promise<ReportDraft> {
  return call('POST /api/v1/reports/:id/draft/changes', { body: { change: { id: randomUUID(), operations } } });
}
const insert = (tile: object) => ({
  type: 'insert-tile',
  tile,
  to: { page: 'page', newRow: { id: 'row-of-logo' }, before: null },
});
const publish = async (): Promise<ReportSummary> => {
  const { revision } = await call<ReportDraft>('GET /api/v1/reports/:id/draft');
  return call('POST /api/v1/reports/:id/publish', { body: { basedOn: revision, note: '' } });
};
async function publishWith(picture: StoredPicture, more: object = { alternative: { en: 'The logo' } }): Promise<void> {
  await change([insert(imageTile(picture, more))]);
  await publish();
}

test('a picture is placed by who edits the report, and shown to those who read it', async () => {
  const picture = await upload('crimson');
  expect(picture).toMatchObject({ mediaType: 'image/png', width: 60, height: 40 });
  const bytes = Buffer.from(picture.data, 'base64');
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(picture.hash);
  // Nothing shows it yet.
  expect(await refused(READ, { hash: picture.hash }, reader)).toMatchObject({ status: 404 });
  await publishWith(picture);
  expect(await call(READ, { hash: picture.hash }, reader)).toEqual(picture);
  // Uploaded again, it is the same.
  expect(await upload('crimson')).toEqual(picture);
});

test('only those who edit the report upload, and what is no picture is refused by name', async () => {
  const body = { data: (await file('blue')).toString('base64') };
  expect((await refused(UPLOAD, { body }, reader)).status).toBe(404);
  expect((await refused(UPLOAD, { body }, stranger)).status).toBe(404);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
  expect(await refused(UPLOAD, { body: { data: svg } })).toEqual({
    status: 400,
    message: 'This is no picture that can be shown here. Use a PNG, JPEG, WebP or GIF file.',
    fields: ['data'],
  });
});

test('another tenant and a report without the picture do not open it', async () => {
  const picture = await upload('gold');
  await publishWith(picture);
  expect((await refused(READ, { hash: picture.hash }, stranger)).status).toBe(404);
  const { alder, birch } = portal.tenants;
  const other = async (tenant: string) =>
    portal.database.withTenant(systemIn(tenant), (tx) =>
      putReport(tx, reportDocument.parse({ title, purpose: title, dataset: 'call_report', ...onePage([FIGURES]) })),
    );
  expect((await refused(READ, { id: (await other(alder)).id, hash: picture.hash })).status).toBe(404);
  expect((await refused(READ, { id: (await other(birch)).id, hash: picture.hash }, stranger)).status).toBe(404);
});

test('a tile cannot show what the tenant does not have, nor in another size', async () => {
  const picture = await upload('navy');
  const put = (tile: object) =>
    refused('POST /api/v1/reports/:id/draft/changes', {
      body: { change: { id: randomUUID(), operations: [insert(tile)] } },
    });
  expect(await put(imageTile({ ...picture, hash: '0'.repeat(64) }))).toMatchObject({
    status: 400,
    fields: ['tiles.logo.picture'],
  });
  expect((await put(imageTile({ ...picture, width: 61 }))).fields).toEqual(['tiles.logo.picture']);
  expect((await put(imageTile(picture, { link: 'javascript:alert(1)' }))).fields).toEqual([
    'change.operations.0.tile.link',
  ]);
});

test('a report is published once its pictures are described in its languages, or decorative', async () => {
  const picture = await upload('olive');
  await change([insert(imageTile(picture))]);
  const publishing = async () => {
    const { revision } = await call<ReportDraft>('GET /api/v1/reports/:id/draft');
    return refused('POST /api/v1/reports/:id/publish', { body: { basedOn: revision, note: '' } });
  };
  const set = (property: string, value: unknown) => ({ type: 'set', at: ['tiles', 'logo', property], value });
  expect((await publishing()).fields).toEqual(['tiles.logo.alternative']);
  await change([
    set('alternative', { en: 'The logo' }),
    { type: 'set', at: ['title'], value: { en: 'Board', tr: 'Kurul' } },
  ]);
  expect((await publishing()).fields).toEqual(['tiles.logo.alternative.tr']);
  await change([set('alternative', false)]);
  expect((await publish()).version).toBe(2);
});

test('a freeze and the versions before show just the picture that they had', async () => {
  const [old, next] = [await upload('teal'), await upload('plum')];
  await publishWith(old);
  const freeze = await call<ReportFreeze>('POST /api/v1/reports/:id/freezes', { body: { name: 'As it was' } });
  const { hash, width, height } = next;
  await change([{ type: 'set', at: ['tiles', 'logo', 'picture'], value: { hash, width, height } }]);
  await publish();
  await superuser(`UPDATE report_picture SET uploaded_at = now() - interval '30 days'`);
  // An upload removes what nobody needs any more.
  const unused = await upload('khaki');
  await superuser(`UPDATE report_picture SET uploaded_at = now() - interval '30 days'`);
  await upload('beige');
  const stored = await superuser('SELECT hash FROM report_picture');
  expect(stored).not.toContain(unused.hash);
  const { content } = await call<FrozenReport>(
    'GET /api/v1/reports/:id/freezes/:freeze',
    { freeze: freeze.id },
    reader,
  );
  const tile = content.report.document.pages[0]!.rows[1]!.tiles[0]!;
  expect(tile).toMatchObject({ kind: 'image', picture: { hash: old.hash } });
  expect(await call(READ, { hash: old.hash }, reader)).toEqual(old);
  await expect(superuser('DELETE FROM report_picture WHERE hash = $1', [old.hash])).rejects.toThrow(/foreign key/);
});

test('a copy shows it, too', async () => {
  const picture = await upload('coral');
  await publishWith(picture);
  const workspace = await call<Workspace>('POST /api/v1/workspaces', {
    body: { name: `Copies ${randomUUID()}`, description: '', icon: 'folder', color: 'gray', everyone: 'view' },
  });
  const copy = await call<ReportSummary>('POST /api/v1/reports/:id/copy', { body: { workspace: workspace.id, title } });
  expect(await call(READ, { id: copy.id, hash: picture.hash }, reader)).toEqual(picture);
});

test('an embed shows the pictures of its page, and no others', async () => {
  const [shown, hidden] = [await upload('lime'), await upload('pink')];
  await change([
    insert(imageTile(shown, { alternative: false })),
    {
      type: 'insert-page',
      page: {
        id: 'second',
        title,
        rows: [{ id: 'row-2', tiles: [imageTile(hidden, { id: 'photo', alternative: false })] }],
      },
      before: null,
    },
  ]);
  await publish();
  const key = await portal.siteKey(portal.tenants.alder);
  const token = await signEmbed(key, { report: id, page: 'page' });
  const read = (hash: string) =>
    portal.fetch('GET /api/v1/embed/pictures/:hash', { hash, headers: { authorization: `Embed ${token}` } });
  expect(await (await read(shown.hash)).json()).toEqual(shown);
  expect((await read(hidden.hash)).status).toBe(404);
  const direct = await portal.fetch(READ, { id, hash: shown.hash, headers: { authorization: `Embed ${token}` } });
  expect(direct.status).toBe(404);
});

test('PDF and slides have the picture, its caption, its link and what it tells', async () => {
  const picture = await upload('orchid');
  await change([
    insert(
      imageTile(picture, {
        title: { en: 'Our branch' },
        alternative: { en: 'A house & a tree' },
        caption: { en: 'Taken in May' },
        link: 'https://branch.example/?a=1&b=2',
      }),
    ),
    insertBelow(imageTile(await upload('tan'), { id: 'line', alternative: false, fit: 'cover' })),
  ]);
  await publish();
  const exported = async (format: string) => {
    const response = await portal.fetch('POST /api/v1/reports/:id/export', {
      id,
      cookie: reader.cookie,
      body: { format },
    });
    expect(response.status, await response.clone().text()).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  const pdf = await exported('pdf');
  const printed = pdfPages(pdf).map(({ text }) => text).join('\n'); // prettier-ignore
  expect(printed).toContain('Our branch\nTaken in May');
  expect(pdf.toString('latin1').match(/\/Subtype \/Image\b/g)).toHaveLength(2);
  expect(pdf.toString('latin1')).toContain('https://branch.example/?a=1&b=2');
  const slides = readSlides(await exported('pptx'));
  const slide = slides.find((one) => one.title === 'Our branch')!;
  expect(slide).toMatchObject({ links: ['https://branch.example/?a=1&b=2'], texts: ['Taken in May'] });
  expect(slide.images).toEqual([
    { alt: 'A house & a tree', file: Buffer.from(picture.data, 'base64'), isDecorative: false },
  ]);
  expect(slides.flatMap(({ images }) => images).filter(({ isDecorative }) => isDecorative)).toHaveLength(1);
  // A workbook has sheets for figures alone.
  expect((await exported('xlsx')).includes('Our branch')).toBe(false);
});

const insertBelow = (tile: object) => ({
  type: 'insert-tile',
  tile,
  to: { page: 'page', newRow: { id: 'row-below', height: 4 }, before: null },
});

async function superuser(statement: string, values: unknown[] = []): Promise<string[]> {
  const client = new Client({ connectionString: portal.superuserUrl });
  await client.connect();
  try {
    return (await client.query<{ hash: string }>(statement, values)).rows.map(({ hash }) => hash);
  } finally {
    await client.end();
  }
}
