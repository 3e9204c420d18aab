import { randomUUID } from 'node:crypto';
import {
  reportDocument,
  tilesOf,
  type ErrorBody,
  type OfferedTemplate,
  type OriginUpdate,
  type PublicationPreview,
  type PublishedTemplate,
  type Report,
  type ReportDocument,
  type ReportSummary,
  type StoredPicture,
  type RouteKey,
  type Workspace,
} from '@rise/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemIn } from '../kernel/actor.ts';
import { addReport, publishVersion } from '../reports/report-changes.service.ts';
import { lockReport, updateReport } from '../reports/reports.sql.ts';
import { ensureTenant } from '../tenants/tenants.service.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';
import { picturesOfOffer } from './workspace-templates.sql.ts';

let portal: TestPortal;
/** Administers the tenant that publishes. */
let boss: SignedIn;
/** Global administrator, in that tenant. */
let gina: SignedIn;
let support: SignedIn;
/** Administers the tenant that uses the template. */
let cora: SignedIn;
let reader: SignedIn;
/** A third tenant, without data. */
let cedar: string;
let dora: SignedIn;
/** The workspace that is published. */
let source: Workspace;
let opener: string;
let pack: string;
let template: PublishedTemplate;
let workspace: Workspace;

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  ({ id: cedar } = (await ensureTenant(portal.database, { slug: 'cedar', name: 'Cedar Credit Union' })).tenant);
  boss = await portal.signIn({ email: 'boss@alder.example', roles: ['tenant.admin'], tenants: [alder] });
  gina = await portal.signIn({ email: 'gina@rise.example', roles: ['global.admin'], enter: alder });
  support = await portal.signIn({ email: 'sam@rise.example', roles: ['global.support'], enter: alder });
  cora = await portal.signIn({ email: 'cora@birch.example', roles: ['tenant.admin'], tenants: [birch] });
  reader = await portal.signIn({ email: 'rita@birch.example', roles: ['tenant.user'], tenants: [birch] });
  dora = await portal.signIn({ email: 'dora@cedar.example', roles: ['tenant.admin'], tenants: [cedar] });
  const content = { description: '', icon: 'coins', color: 'amber', everyone: 'view' };
  source = await call(boss, 'POST /api/v1/workspaces', { body: { name: 'Board pack', ...content } });
  opener = await put('Overview', { targets: ['pack'] });
  pack = await put('Pack');
  // The tenant that adds the template has a report with that key.
  const own = await call<Workspace>(cora, 'POST /api/v1/workspaces', { body: { name: 'Own', ...content } });
  await put('Pack', {}, { tenant: birch, workspace: own.id });
});
afterAll(() => portal?.close());

type Request = NonNullable<Parameters<TestPortal['fetch']>[1]>;
async function call<T>(who: SignedIn, key: RouteKey, request: Request = {}): Promise<T> {
  const response = await portal.fetch(key, { cookie: who.cookie, ...request });
  expect(response.status, `${key}: ${await response.clone().text()}`).toBe(200);
  return (await response.json()) as T;
}
async function fail(who: SignedIn, key: RouteKey, request: Request = {}) {
  const response = await portal.fetch(key, { cookie: who.cookie, ...request });
  return { status: response.status, ...((await response.json()) as ErrorBody).error };
}

interface Contents {
  targets?: string[];
  measure?: string;
}
function documentOf(title: string, { targets, measure = 'total_assets' }: Contents): ReportDocument {
  const table = { id: 'a', kind: 'table', title: { en: title }, dimensions: ['state'], measures: [measure] };
  return reportDocument.parse({
    title: { en: title, tr: `${title} TR` },
    purpose: { en: `Why ${title}` },
    dataset: 'call_report',
    pages: [{ id: 'page', title: { en: 'Page' }, rows: [{ id: 'row', tiles: [{ ...table, ...(targets && { targets }) }] }] }], // prettier-ignore
  });
}
/** Puts a published report into the workspace that is published, or another one. */
function put(
  title: string,
  contents: Contents = {},
  { tenant, workspace: into } = { tenant: portal.tenants.alder, workspace: source.id },
) {
  return portal.database.withTenant(systemIn(tenant), async (tx) => {
    const document = documentOf(title, contents);
    return (await addReport(tx, { workspace: into, document, version: 1, author: 'author@alder.example' })).id;
  });
}
/** Publishes another version of it. */
function change(id: string, title: string, contents: Contents = {}) {
  return portal.database.withTenant(systemIn(portal.tenants.alder), async (tx) => {
    const by = { author: 'author@alder.example', note: '' };
    await publishVersion(tx, (await lockReport(tx, id))!, documentOf(title, contents), by);
  });
}
function setArchived(id: string, isArchived: boolean) {
  return portal.database.withTenant(systemIn(portal.tenants.alder), async (tx) => {
    await updateReport(tx, id, { isArchived });
  });
}

const PREVIEW = 'GET /api/v1/workspaces/:id/template';
const PUBLISH = 'POST /api/v1/workspaces/:id/template';
const ADD = 'POST /api/v1/workspace-templates/:id/add';
const UPDATE = 'POST /api/v1/workspace-templates/:id/update';
const publication = (basedOn: number, more: object = {}) => ({
  name: { en: 'Board reporting', tr: 'Yönetim raporları' },
  description: { en: 'For the board', tr: 'Yönetim için' },
  tenants: [portal.tenants.birch],
  note: '',
  basedOn,
  ...more,
});
const publish = (basedOn: number, more: object = {}) =>
  call<PublishedTemplate>(gina, PUBLISH, { id: source.id, body: publication(basedOn, more) });
const preview = () => call<PublicationPreview>(gina, PREVIEW, { id: source.id });
const offers = async (who: SignedIn) =>
  (await call<{ templates: OfferedTemplate[] }>(who, 'GET /api/v1/workspace-templates')).templates;
const offer = async () => (await offers(cora))[0]!;
const reportsIn = async (who: SignedIn, id: string) =>
  (await call<{ reports: ReportSummary[] }>(who, 'GET /api/v1/reports')).reports.filter((one) => one.workspace === id);
const reportOf = async (title: string, of = workspace.id) =>
  (await reportsIn(cora, of)).find((report) => report.title.en === title)!;
const titlesIn = async (who: SignedIn, id: string) => (await reportsIn(who, id)).map(({ title }) => title.en);
const notices = async () =>
  (await call<{ title: string; description: string; link: string }[]>(cora, 'GET /api/common/notifications')).map(
    ({ title, description, link }) => ({ title, description, link }),
  );

describe('publishing a workspace', () => {
  test('is for global administrators, in a workspace that they may open', async () => {
    for (const who of [boss, support, reader, cora]) {
      expect(await fail(who, PREVIEW, { id: source.id })).toMatchObject({ status: 404 });
      expect(await fail(who, PUBLISH, { id: source.id, body: publication(0) })).toMatchObject({ status: 404 });
      expect(await fail(who, 'GET /api/v1/global/workspace-templates')).toMatchObject({ status: 404 });
    }
    const body = { name: 'Closed', description: '', icon: 'folder', color: 'gray', everyone: null };
    const closed = await call<Workspace>(boss, 'POST /api/v1/workspaces', { body });
    expect(await fail(gina, PUBLISH, { id: closed.id, body: publication(0) })).toMatchObject({ status: 404 });
    const mayPublish = async (who: SignedIn) => {
      const { workspaces } = await call<{ workspaces: Workspace[] }>(who, 'GET /api/v1/workspaces');
      return workspaces.map(({ name, can }) => [name.en, can.publish]);
    };
    // The sample's follows a template itself.
    expect(await mayPublish(gina)).toEqual([['Call report', false], ['Board pack', true]]); // prettier-ignore
    expect((await mayPublish(boss)).every(([, can]) => !can)).toBe(true);
  });

  test('refuses reports that name what the model lacks, or open reports elsewhere', async () => {
    const broken = await put('Broken', { measure: 'nothing_such', targets: ['board-scorecard'] });
    const { reports } = await preview();
    expect(reports.map(({ title, change: kind, problems }) => [title.en, kind, problems.length])).toEqual([
      ['Broken', 'added', 2],
      ['Overview', 'added', 0],
      ['Pack', 'added', 0],
    ]);
    const refused = await fail(gina, PUBLISH, { id: source.id, body: publication(0) });
    expect(refused).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    expect(JSON.stringify(refused.details)).toMatch(/nothing_such.*board-scorecard/);
    await setArchived(broken, true);
    const nobody = publication(0, { tenants: ['018f3a52-7d1c-7000-8000-000000000009'] });
    expect(await fail(gina, PUBLISH, { id: source.id, body: nobody })).toMatchObject({
      details: [{ field: 'tenants.0' }],
    });
  });

  test('makes the first version, which the chosen tenants see and others do not', async () => {
    template = await publish(0, { note: 'First' });
    expect(template).toMatchObject({
      version: 1,
      source: { id: portal.tenants.alder, name: 'Alder Credit Union' },
      versions: [{ number: 1, note: 'First', author: 'gina@rise.example', reports: 2 }],
      users: [],
    });
    expect(await offer()).toMatchObject({
      id: template.id,
      name: { tr: 'Yönetim raporları' },
      icon: 'coins',
      isOffered: true,
      use: null,
      history: [{ number: 1, note: 'First' }],
      reports: [
        { title: { en: 'Overview' }, lacks: [] },
        { title: { en: 'Pack' }, lacks: [] },
      ],
    });
    expect(await offers(boss)).toEqual([]);
    expect(await offers(dora)).toEqual([]);
    for (const who of [dora, boss])
      expect(await fail(who, ADD, { id: template.id, body: { version: 1 } })).toMatchObject({ status: 404 });
    expect(await fail(reader, 'GET /api/v1/workspace-templates')).toMatchObject({ status: 404 });
    expect(await fail(reader, ADD, { id: template.id, body: { version: 1 } })).toMatchObject({ status: 404 });
    // What was published stays, whatever becomes of the source.
    expect(await fail(gina, PUBLISH, { id: source.id, body: publication(0) })).toMatchObject({ code: 'CONFLICT' });
    expect(await fail(gina, PUBLISH, { id: source.id, body: publication(1) })).toMatchObject({ code: 'CONFLICT' });
  });

  test('tells a tenant what its model lacks before it adds the template', async () => {
    await call(gina, 'PATCH /api/v1/global/workspace-templates/:id', { id: template.id, body: { tenants: null } });
    const [seen] = await offers(dora);
    expect(seen!.reports.map(({ lacks }) => lacks)).toEqual([['call_report'], ['call_report']]);
    const refused = await fail(dora, ADD, { id: template.id, body: { version: 1 } });
    expect(refused).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('model') });
    const { workspaces } = await call<{ workspaces: Workspace[] }>(dora, 'GET /api/v1/workspaces');
    expect(workspaces).toEqual([]);
  });
});

describe('a tenant that adds a template', () => {
  test('gets a workspace of its own with reports that it reads and does not change', async () => {
    workspace = await call(cora, ADD, { id: template.id, body: { version: 1 } });
    expect(workspace).toMatchObject({ name: { en: 'Board reporting' }, template: true, reports: 2, everyone: 'view' });
    expect(await titlesIn(reader, workspace.id)).toEqual(['Overview', 'Pack']);
    const report = await reportOf('Overview');
    expect(report).toMatchObject({ template: true, can: { edit: false, move: false, copy: true } });
    const body = { title: { en: 'Mine' }, purpose: { en: 'Mine' }, basedOn: report.revision };
    expect(await fail(cora, 'PATCH /api/v1/reports/:id', { id: report.id, body })).toMatchObject({ status: 404 });
    expect(await fail(cora, ADD, { id: template.id, body: { version: 1 } })).toMatchObject({ code: 'CONFLICT' });
    expect(await offer()).toMatchObject({ use: { workspace: workspace.id, version: 1, update: null } });
    const ofGina = await call<{ templates: PublishedTemplate[] }>(gina, 'GET /api/v1/global/workspace-templates');
    expect(ofGina.templates).toMatchObject([{ users: [{ tenant: 'Birch Credit Union', version: 1 }] }]);
  });

  test('gets reports that open each other, and not those of its own that have the same key', async () => {
    const { key } = await reportOf('Pack');
    expect(key).toBe('pack-2');
    const { document } = await call<Report>(cora, 'GET /api/v1/reports/:id', { id: (await reportOf('Overview')).id });
    expect(tilesOf(document)).toMatchObject([{ targets: ['pack-2'] }]);
  });

  test('gets no id, person or right of the tenant that it comes from', async () => {
    const seen: unknown[] = [await offers(cora), await call(cora, 'GET /api/v1/workspaces')];
    for (const { id } of await reportsIn(cora, workspace.id)) {
      seen.push(await call(cora, 'GET /api/v1/reports/:id', { id }));
      seen.push(await call(cora, 'GET /api/v1/reports/:id/versions', { id }));
    }
    const members = await call<{ members: unknown[] }>(cora, 'GET /api/v1/workspaces/:id/members', {
      id: workspace.id,
    });
    expect(members.members).toEqual([]);
    const text = JSON.stringify(seen);
    for (const foreign of [portal.tenants.alder, source.id, opener, pack, 'alder', 'gina@', 'boss@'])
      expect(text.toLowerCase()).not.toContain(foreign);
    for (const id of [source.id, opener]) {
      const key = id === source.id ? 'GET /api/v1/workspaces/:id/members' : 'GET /api/v1/reports/:id';
      expect(await fail(cora, key, { id })).toMatchObject({ status: 404 });
    }
  });
});

describe('the next version', () => {
  test('changes nothing in a tenant that uses the template, and tells its administrators what is new', async () => {
    await change(opener, 'Overview', { measure: 'net_worth_ratio' });
    await put('News');
    await setArchived(pack, true);
    const { reports, removed } = await preview();
    expect(reports.map(({ title, change: kind }) => [title.en, kind])).toEqual([
      ['News', 'added'],
      ['Overview', 'changed'],
    ]);
    expect(removed.map(({ en }) => en)).toEqual(['Pack']);
    await publish(1, { tenants: null, note: 'Net worth instead of assets' });
    expect(await titlesIn(reader, workspace.id)).toEqual(['Overview', 'Pack']);
    const [notice] = await notices();
    expect(notice).toMatchObject({
      title: 'Version 2 of Board reporting is available',
      description: expect.stringMatching(/added: 1, changed: 1, removed: 1\. “Net worth instead of assets”/),
      link: `/workspaces?template=${template.id}`,
    });
    const update = (await offer()).use!.update!;
    const names = (titles: { en: string }[]) => titles.map(({ en }) => en);
    expect([update.added, update.changed, update.removed, update.staying].map(names)).toEqual([['News'], ['Overview'], ['Pack'], []]); // prettier-ignore
  });

  test('comes with an update, beside the tenant’s own reports; what it removes is kept', async () => {
    const body = { workspace: workspace.id, title: { en: 'Beside' } };
    const { id: beside } = await call<ReportSummary>(cora, 'POST /api/v1/reports/:id/copy', {
      id: (await reportOf('Pack')).id,
      body,
    });
    const { id: gone } = await reportOf('Pack');
    expect(await fail(cora, UPDATE, { id: template.id, body: { version: 1 } })).toMatchObject({ code: 'CONFLICT' });
    expect(await call(cora, UPDATE, { id: template.id, body: { version: 2 } })).toMatchObject({ reports: 3 });
    expect(await titlesIn(reader, workspace.id)).toEqual(['Beside', 'News', 'Overview']);
    expect(await call<Report>(cora, 'GET /api/v1/reports/:id', { id: beside })).toMatchObject({ template: false });
    const { document } = await call<Report>(cora, 'GET /api/v1/reports/:id', { id: (await reportOf('Overview')).id });
    // There is nothing left to open.
    expect(tilesOf(document)[0]).toMatchObject({ measures: ['net_worth_ratio'] });
    expect(tilesOf(document)[0]).not.toHaveProperty('targets');
    expect((await offer()).use).toMatchObject({ version: 2, update: null });
    const restored = await call<ReportSummary>(cora, 'POST /api/v1/reports/:id/restore', { id: gone });
    expect(restored).toMatchObject({ template: false, can: { edit: true } });
  });

  test('leaves out a report for which the model lacks something, until it has that', async () => {
    const model = (measure: string) => `extends: ncua_call_report
datasets:
  - name: call_report
    measures:
      - { name: ${measure}, kind: derived, expression: total_assets * 2, title: { en: Own }, definition: { en: Own }, format: { unit: currency } }
`;
    await call(boss, 'PUT /api/v1/model', { body: { document: model('quokka_assets') } });
    await put('Quokkas', { measure: 'quokka_assets' });
    await publish(2, { tenants: null });
    const seen = await offer();
    expect(seen.reports.find(({ title }) => title.en === 'Quokkas')!.lacks).toEqual(['quokka_assets']);
    expect(seen.use!.update).toEqual({ added: [], changed: [], removed: [], staying: [] });
    await call(cora, UPDATE, { id: template.id, body: { version: 3 } });
    expect(await titlesIn(cora, workspace.id)).not.toContain('Quokkas');
    expect((await offer()).use).toMatchObject({ version: 3, update: null });
    await call(cora, 'PUT /api/v1/model', { body: { document: model('quokka_assets') } });
    expect((await offer()).use!.update).toMatchObject({ added: [{ en: 'Quokkas' }] });
    await call(cora, UPDATE, { id: template.id, body: { version: 3 } });
    expect(await titlesIn(reader, workspace.id)).toContain('Quokkas');
  });
});

describe('own copies of all reports', () => {
  test('are the tenant’s to change, and are shown the changes of a later version for merging', async () => {
    const fork = (name: string, id = workspace.id) =>
      portal.fetch('POST /api/v1/workspaces/:id/fork', { cookie: cora.cookie, id, body: { name } });
    expect((await fork('Board reporting')).status).toBe(409);
    const forked = (await (await fork('Our board')).json()) as Workspace;
    expect(forked).toMatchObject({ template: false, icon: 'coins', role: 'manage', reports: 3 });
    expect((await fork('Again', forked.id)).status).toBe(409);
    expect(await titlesIn(reader, forked.id)).toEqual(['News', 'Overview', 'Quokkas']);
    const copy = await reportOf('Overview', forked.id);
    expect(copy).toMatchObject({ template: false, can: { edit: true } });
    const origin = async () =>
      (await call<{ update: OriginUpdate | null }>(cora, 'GET /api/v1/reports/:id/origin', { id: copy.id })).update;
    expect(await origin()).toBeNull();
    await change(opener, 'Overview', { measure: 'total_assets' });
    await publish(3, { tenants: null });
    expect(await origin()).toBeNull();
    await call(cora, UPDATE, { id: template.id, body: { version: 4 } });
    expect(await origin()).toMatchObject({ changes: [{ id: 'tiles/a', kind: 'changed', properties: ['measures'] }] });
  });
});

describe('a template that is withdrawn', () => {
  const administer = (what: 'withdraw' | 'offer') =>
    call<PublishedTemplate>(gina, `POST /api/v1/global/workspace-templates/:id/${what}`, { id: template.id });

  test('leaves tenants what they have, and says so', async () => {
    expect(await administer('withdraw')).toMatchObject({ withdrawnAt: expect.any(String) });
    expect(await offers(dora)).toEqual([]);
    expect(await fail(dora, ADD, { id: template.id, body: { version: 4 } })).toMatchObject({ status: 404 });
    expect(await offer()).toMatchObject({ isOffered: false, use: { workspace: workspace.id, update: null } });
    expect(await fail(cora, UPDATE, { id: template.id, body: { version: 4 } })).toMatchObject({ status: 404 });
    expect(await titlesIn(reader, workspace.id)).toContain('Overview');
    expect(await reportOf('Overview')).toMatchObject({ can: { edit: false } });
    expect((await notices())[0]).toMatchObject({
      title: 'The template Board reporting was withdrawn',
      description: expect.stringContaining('stay as they are'),
    });
  });

  test('can be offered again, and publishing a version offers it, too', async () => {
    expect(await administer('offer')).toMatchObject({ withdrawnAt: null });
    expect(await offer()).toMatchObject({ isOffered: true });
    await administer('withdraw');
    expect(await publish(4, { tenants: null })).toMatchObject({ version: 5, withdrawnAt: null });
    expect((await offer()).use).toMatchObject({ version: 4, update: expect.anything() });
  });

  test('is kept by a tenant that is not among the chosen ones any more', async () => {
    await call(gina, 'PATCH /api/v1/global/workspace-templates/:id', { id: template.id, body: { tenants: [cedar] } });
    expect(await offer()).toMatchObject({ isOffered: false, use: { version: 4, update: null } });
    expect(await offers(dora)).toMatchObject([{ isOffered: true, use: null }]);
  });
});

describe('a template whose report has a picture', () => {
  const READ = 'GET /api/v1/reports/:id/pictures/:hash';

  test('brings it along to the tenants that may add it', async () => {
    const content = { name: 'Pictured', description: '', icon: 'coins', color: 'amber', everyone: 'view' };
    const pictured = await call<Workspace>(boss, 'POST /api/v1/workspaces', { body: content });
    const report = await put('Logo', {}, { tenant: portal.tenants.alder, workspace: pictured.id });
    const file = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    const picture = await call<StoredPicture>(boss, 'POST /api/v1/reports/:id/pictures', {
      id: report,
      body: { data: file.toString('base64') },
    });
    const { hash, width, height } = picture;
    const tile = { id: 'logo', kind: 'image', width: 12, picture: { hash, width, height }, alternative: { en: 'Logo', tr: 'Logo' }, fit: 'contain' }; // prettier-ignore
    const to = { page: 'page', newRow: { id: 'row-of-logo' }, before: null };
    const operations = [{ type: 'insert-tile', tile, to }];
    const { revision: basedOn } = await call<{ revision: number }>(boss, 'POST /api/v1/reports/:id/draft/changes', {
      id: report,
      body: { change: { id: randomUUID(), operations } },
    });
    await call(boss, 'POST /api/v1/reports/:id/publish', { id: report, body: { basedOn, note: '' } });
    const name = { en: 'Pictured', tr: 'Resimli' };
    const published = await call<PublishedTemplate>(gina, PUBLISH, {
      id: pictured.id,
      body: publication(0, { name }),
    });
    const added = await call<Workspace>(cora, ADD, { id: published.id, body: { version: 1 } });
    const taken = await reportOf('Logo', added.id);
    expect(await call(reader, READ, { id: taken.id, hash })).toEqual(picture);
    const hidden = await portal.database.withTenant(
      systemIn(cedar),
      (tx) => picturesOfOffer(tx, published.id, [hash]),
      'reads',
    );
    expect(hidden).toEqual([]);
  });
});
