import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type {
  ReportDraft,
  ReportEvent,
  ReportSummary,
  ReportVersion,
  RouteKey,
  StoredPicture,
  Workspace,
} from '@rise/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../../host/config/config.ts';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import { startTestPortal, type SignedIn, type TestPortal } from '../../testing/portal.ts';
import type { CommandContext } from '../command-context.ts';
import { checkReportFiles, pullReports, pushReports, type PullCommand, type PushCommand } from './reports.ts';

let portal: TestPortal;
let ada: SignedIn;
let root: string;
let out: string;
let context: CommandContext;
let lines: string[] = [];
/** Titles differ by test: reports stay. */
let count = 0;
let title: string;
let file: string;

const FILE = (name: string) => `# For the board.
title: { en: ${name} }
purpose: { en: Members by state }
dataset: call_report
pages:
  - id: main
    title: { en: Main }
    rows:
      - id: top
        tiles:
          # The board asks for it first.
          - id: members
            kind: figures
            title: { en: Members }
            width: 6
            measures: [members]
          - id: states
            kind: table
            title: { en: States }
            width: 6
            dimensions: [state]
            measures: [members]
`;

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder } = portal.tenants;
  ada = await portal.signIn({ email: 'ada@files.example', roles: ['tenant.admin'], tenants: [alder] });
  await portal.signIn({ email: 'eve@files.example', roles: ['tenant.user'], tenants: [alder] });
  root = await mkdtemp(join(tmpdir(), 'rise-reports-'));
  await symlink(dirname(dirname(portal.warehouses.filePath(alder, 1))), join(root, 'warehouse'));
  const config = loadConfig({ RISE_DATA: root, SESSION_SECRET: 's'.repeat(32) }, root);
  context = { database: portal.database, config, say: (line) => void lines.push(line) };
  const content = { name: 'Board reports', description: '', icon: 'folder', color: 'gray', everyone: 'view' };
  await call<Workspace>('POST /api/v1/workspaces', { body: content });
});
afterAll(async () => {
  await portal?.close();
  await rm(root, { recursive: true, force: true });
});
beforeEach(async () => {
  count += 1;
  title = `Report ${count}`;
  out = join(root, `files-${count}`);
  file = join(out, 'board-reports', `report-${count}.yaml`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, FILE(title));
});

async function call<T>(key: RouteKey, request: Parameters<TestPortal['fetch']>[1] = {}): Promise<T> {
  const response = await portal.fetch(key, { cookie: ada.cookie, ...request });
  expect(response.status, `${key}: ${await response.clone().text()}`).toBe(200);
  return (await response.json()) as T;
}

/** What a command prints, or the lines of its error. */
async function run(work: Promise<void>): Promise<string[]> {
  lines = [];
  try {
    await work;
    return lines;
  } catch (error) {
    if (error instanceof OperatorError) return ['FAILED', ...error.lines];
    throw error;
  }
}
const pull = (command: Partial<PullCommand> = {}) =>
  run(
    pullReports(context, {
      tenant: 'alder', out, workspace: null, report: null, draft: false, prune: false, force: false, ...command,
    }),
  ); // prettier-ignore
const push = (command: Partial<PushCommand> = {}) =>
  run(
    pushReports(context, {
      tenant: 'alder', paths: [out], workspace: null, as: null, publish: false, note: '', force: false, ...command,
    }),
  ); // prettier-ignore
const check = (paths: string[], of: { tenant?: string; model?: string } = {}) =>
  run(checkReportFiles(context, paths, { tenant: null, model: null, ...of }, (line) => void lines.push(line)));

const text = () => readFile(file, 'utf8');
const edit = async (from: string | RegExp, to: string) => {
  const before = await text();
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  await writeFile(file, after);
};

async function summary(): Promise<ReportSummary> {
  const { reports } = await call<{ reports: ReportSummary[] }>('GET /api/v1/reports');
  return reports.find((report) => report.title.en === title)!;
}
const draft = async () => call<ReportDraft>('GET /api/v1/reports/:id/draft', { id: (await summary()).id });
async function renameTile(tile: string, en: string): Promise<void> {
  const operations = [{ type: 'set', at: ['tiles', tile, 'title'], value: { en } }];
  const { id } = await summary();
  await call('POST /api/v1/reports/:id/draft/changes', { id, body: { change: { id: randomUUID(), operations } } });
}
async function publishDraft(): Promise<void> {
  const { revision: basedOn } = await draft();
  await call('POST /api/v1/reports/:id/publish', { id: (await summary()).id, body: { basedOn, note: '' } });
}

async function tiles(): Promise<Record<string, { result: { columns: { name: string }[] } }[]>> {
  const { id } = await summary();
  const response = await portal.fetch('POST /api/v1/reports/:id/run', {
    id,
    cookie: ada.cookie,
    body: { filters: {} },
  });
  const events = (await response.text()).trim().split('\n').map((line) => JSON.parse(line) as ReportEvent); // prettier-ignore
  return Object.fromEntries(
    events.flatMap((event) => (event.type === 'tile' ? [[event.tile, Object.values(event.results)]] : [])),
  ) as never;
}

test('reports are pulled, edited with a comment, checked and published; pulling again changes nothing', async () => {
  expect(await push({ publish: true, note: 'First' })).toEqual([
    `created    ${file}: version 1 is published`,
    '1 pushed, 0 unchanged.',
  ]);
  await rm(out, { recursive: true });

  const pulled = await pull();
  expect(pulled).toContain(`new        ${file}`);
  expect(await readdir(out)).toEqual(['board-reports', 'call-report']);
  expect(existsSync(join(out, 'call-report', 'board-scorecard.yaml'))).toBe(true);
  expect(await text()).toMatch(/^basedOn: 1\ntitle: \{ en: Report 1 \}\n/);
  const all = pulled.length - 1;
  expect(pulled.at(-1)).toBe(`${all} new, 0 changed, 0 unchanged.`);
  expect(await pull()).toEqual([`0 new, 0 changed, ${all} unchanged.`]);

  await edit('          - id: states', '          # Where the members live.\n          - id: states');
  await edit(
    'dimensions: [state]\n            measures: [members]',
    'dimensions: [state]\n            measures: [members, total_assets]',
  );
  expect(await check([file], { tenant: 'alder' })).toEqual([
    "1 report is valid with the active model of 'alder'. Nothing was changed.",
  ]);
  expect(await push({ publish: true, note: 'With assets' })).toEqual([
    `changed    ${file}: version 2 is published`,
    `1 pushed, ${all - 1} unchanged.`,
  ]);
  const { states } = await tiles();
  expect(states![0]!.result.columns.map(({ name }) => name)).toEqual(['state', 'members', 'total_assets']);
  const { versions } = await call<{ versions: ReportVersion[] }>('GET /api/v1/reports/:id/versions', {
    id: (await summary()).id,
  });
  expect(versions.map(({ number, note }) => [number, note])).toEqual([[2, 'With assets'], [1, 'First']]); // prettier-ignore

  const after = await text();
  expect(after).toContain('basedOn: 2\n');
  expect(await pull()).toEqual([`0 new, 0 changed, ${all} unchanged.`]);
  expect(await text()).toBe(after);
  expect(after).toContain('# Where the members live.');
  // Comments of a file are not the report's.
  await edit('# Where the members live.', '# By state.');
  expect(await push({ publish: true })).toEqual([`0 pushed, ${all} unchanged.`]);

  await renameTile('members', 'All members');
  await publishDraft();
  expect(await pull()).toEqual([`changed    ${file}`, `0 new, 1 changed, ${all - 1} unchanged.`]);
  expect(await text()).toMatch(/^basedOn: 3\n[^]*title: \{ en: All members \}[^]*# By state\.\n/);
});

test('a push changes the draft, which others see, merge with and undo', async () => {
  await push({ publish: true });
  await edit('title: { en: Members }', 'title: { en: Members today }');
  expect(await push({ as: 'ada@files.example' })).toEqual([
    `changed    ${file}: in the draft`,
    '1 pushed, 0 unchanged.',
  ]);
  expect(await text()).toMatch(/basedOn: \{ version: 1, draft: \d+ \}/);
  expect((await draft()).editors).toMatchObject([{ author: 'ada@files.example', isOwn: true }]);
  expect((await summary()).version).toBe(1);

  await edit('width: 6', 'width: 4');
  expect(await push()).toContain('1 pushed, 0 unchanged.');
  await edit('title: { en: States }', 'title: { en: By state }');
  await renameTile('states', 'Elsewhere');
  expect(await push()).toEqual([
    'FAILED',
    'Nothing was pushed. Correct the files, and push again.',
    expect.stringMatching(/^.*: The report has changes that are not published, by ada@files\.example, .*--draft/),
  ]);
  await call('POST /api/v1/reports/:id/draft/undo', { id: (await summary()).id, body: {} });
  await call('POST /api/v1/reports/:id/draft/undo', { id: (await summary()).id, body: {} });
  const [members, states] = (await draft()).document.pages[0]!.rows[0]!.tiles;
  expect([members!.title, members!.width, states!.title]).toEqual([{ en: 'Members' }, 4, { en: 'States' }]);

  expect(await push({ force: true, publish: true, note: 'Over it' })).toContain(
    `changed    ${file}: version 2 is published`,
  );
  expect((await draft()).document.pages[0]!.rows[0]!.tiles[1]!.title).toEqual({ en: 'By state' });
});

test('a report that has a newer version is not written over, nor is a file with changes', async () => {
  await push({ publish: true });
  await renameTile('members', 'In the portal');
  expect(await pull({ report: title })).toEqual(['0 new, 0 changed, 1 unchanged.']);
  expect(await pull({ report: file, draft: true })).toContain('0 new, 1 changed, 0 unchanged.');
  expect(await text()).toMatch(/basedOn: \{ version: 1, draft: \d+ \}[^]*In the portal/);
  await publishDraft();
  await edit('title: { en: States }', 'title: { en: In the file }');
  expect(await push()).toEqual([
    'FAILED',
    'Nothing was pushed. Correct the files, and push again.',
    `${file}: The report has version 2, and the file is based on 1. Pull it and put your change there, or overwrite it with --force.`,
  ]);
  expect(await pull({ report: title })).toEqual([
    'FAILED',
    `${file}: it has changes that were not pushed; push them, or write over them with --force`,
  ]);
  expect(await pull({ report: title, force: true })).toContain('0 new, 1 changed, 0 unchanged.');
  expect(await text()).toMatch(
    /^# For the board\.\nbasedOn: 2\n[^]*# The board asks for it first\.[^]*In the portal[^]*States/,
  );
});

test('a wrong name and an unknown key are found with line and column, and nothing is pushed', async () => {
  const other = join(dirname(file), `second-${count}.yaml`);
  await writeFile(other, FILE('Second').replace('width: 6', 'witdh: 6'));
  await edit('measures: [members]\n', 'measures: [membres]\n');
  const issues = [
    `${file}:16:24 pages.0.rows.0.tiles.0.measures.0: There is no measure 'membres' in 'call_report'. Did you mean 'members'?`,
    expect.stringMatching(
      /second-\d+\.yaml:12:13 pages\.0\.rows\.0\.tiles\.0: There is no key 'witdh' here\. Did you mean 'width'\?/,
    ),
  ];
  expect(await push()).toEqual(['FAILED', ...issues]);
  expect(await check([file, other], { tenant: 'alder' })).toEqual(['FAILED', ...issues]);
  expect(await check([out])).toEqual(['FAILED', issues[1]]);
  expect(await summary()).toBeUndefined();

  const model = join(out, 'model.yaml');
  await writeFile(model, 'extends: ncua\n');
  await rm(other);
  expect(await check([out])).toEqual(['1 report is valid. Names were not checked: add --tenant or --model.']);
  const core = new URL('../../../../samples/ncua-2025q4/model.yaml', import.meta.url).pathname;
  expect(await check([out], { model: core })).toEqual(['FAILED', issues[0]]);
});

test('all files are pushed, or none', async () => {
  const other = join(dirname(file), `second-${count}.yaml`);
  await writeFile(other, FILE('Second').replace(/pages:[^]*/, 'pages: [{ id: main, title: { en: Main } }]\n'));
  expect(await push({ publish: true })).toEqual([
    'FAILED',
    'Nothing was pushed. Correct the files, and push again.',
    `${other}: pages: Add a tile.`,
  ]);
  expect(await summary()).toBeUndefined();
  expect(await text()).toBe(FILE(title));
  expect(await push()).toEqual([
    `created    ${file}: in the draft`,
    `created    ${other}: in the draft`,
    '2 pushed, 0 unchanged.',
  ]);
  expect(await text()).toContain('basedOn: 0\n');
  expect(await push({ paths: [file], publish: true })).toContain(`changed    ${file}: version 1 is published`);
});

test('a file is of its report by its name, whatever the title, and moves with the workspace', async () => {
  await push({ publish: true });
  await edit(`en: ${title}`, `en: ${title} renamed`);
  title += ' renamed';
  await push({ publish: true });
  const content = { name: `Elsewhere ${count}`, description: '', icon: 'folder', color: 'gray', everyone: 'view' };
  const { id: workspace } = await call<Workspace>('POST /api/v1/workspaces', { body: content });
  const { id } = await summary();
  await call('POST /api/v1/reports/:id/move', { id, body: { workspace } });
  const moved = join(out, `elsewhere-${count}`, `report-${count}.yaml`);
  expect(await pull({ workspace: `elsewhere ${count}` })).toEqual([
    `moved      ${file} to ${moved}`,
    '0 new, 1 changed, 0 unchanged.',
  ]);
  expect(existsSync(file)).toBe(false);
  expect(await readFile(moved, 'utf8')).toContain('# The board asks for it first.');

  await call('POST /api/v1/reports/:id/archive', { id, body: {} });
  await writeFile(join(dirname(moved), 'planned.yaml'), FILE('Planned'));
  await pull({ workspace: 'Board reports' });
  expect(existsSync(moved)).toBe(true);
  expect(await pull({ prune: true })).toContain(`removed    ${moved}`);
  expect(await readdir(dirname(moved))).toEqual(['planned.yaml']);
});

test('what cannot be is said before anything is written', async () => {
  expect(await push({ paths: [join(out, 'none.yaml')] })).toEqual([
    'FAILED',
    expect.stringMatching(/^there is no file or folder .*none\.yaml/),
  ]);
  expect(await push({ workspace: 'Nowhere' })).toContainEqual(
    expect.stringMatching(
      /There is no workspace 'Nowhere' for a new report\. Name one by --workspace: .*'Board reports'/,
    ),
  );
  expect(await push({ as: 'none@files.example' })).toEqual([
    'FAILED',
    expect.stringMatching(/^--as: 'alder' has no active person/),
  ]);
  expect(await push({ as: 'eve@files.example' })).toContainEqual(
    expect.stringMatching(/There is no workspace 'board-reports'/),
  );
  await edit('title:', 'basedOn: 4\ntitle:');
  expect(await push()).toContain(
    `${file}: There is no report 'report-${count}'. To create it, remove 'basedOn' from the file.`,
  );
  expect(await push({ force: true })).toContain('1 pushed, 0 unchanged.');
  await edit('basedOn: 0\n', '');
  await edit('Members by state', 'Members');
  expect(await push()).toContainEqual(expect.stringMatching(/There is a report 'report-\d+' already\. Pull it/));

  await pull({ workspace: 'Call report' });
  const scorecard = join(out, 'call-report', 'board-scorecard.yaml');
  await writeFile(scorecard, (await readFile(scorecard, 'utf8')).replace('Board scorecard', 'Our scorecard'));
  expect(await push({ paths: [scorecard], force: true })).toContainEqual(
    expect.stringMatching(/comes with a template .* Copy it in the portal/),
  );
  await rename(file, join(out, 'Report One.yaml'));
  expect(await check([join(out, 'Report One.yaml')])).toEqual([
    'FAILED',
    expect.stringMatching(/lower-case letters, digits and hyphens; rename it report-one\.yaml$/),
  ]);
  await mkdir(join(out, 'copies'));
  await writeFile(join(out, 'copies', 'board-scorecard.yaml'), FILE('Copy'));
  expect(await check([join(out, 'call-report'), join(out, 'copies')])).toEqual([
    'FAILED',
    expect.stringMatching(/is of the same report, 'board-scorecard'; rename or remove one$/),
  ]);
  expect(await pull({ workspace: 'Nowhere' })).toEqual([
    'FAILED',
    expect.stringMatching(/^there is no workspace 'Nowhere' with reports; choose .*'Call report'/),
  ]);
  expect(await pull({ report: 'Nothing' })).toEqual([
    'FAILED',
    expect.stringMatching(/^there is no report 'Nothing'; .*--draft/),
  ]);
});

test('pictures are files beside their report, which another tenant gets with it', async () => {
  await push({ publish: true });
  const { id } = await summary();
  const photo = sharp({ create: { width: 30, height: 20, channels: 3, background: 'salmon' } }).jpeg();
  const data = (await photo.toBuffer()).toString('base64');
  const { hash, width, height } = await call<StoredPicture>('POST /api/v1/reports/:id/pictures', {
    id,
    body: { data },
  });
  const tile = { id: 'logo', kind: 'image', picture: { hash, width, height }, alternative: false };
  const to = { page: 'main', newRow: { id: 'logos' }, before: null };
  const change = { id: randomUUID(), operations: [{ type: 'insert-tile', tile, to }] };
  await call('POST /api/v1/reports/:id/draft/changes', { id, body: { change } });
  await publishDraft();
  const picture = join(dirname(file), 'pictures', `${hash}.jpg`);
  expect(await pull({ report: title })).toContain(`new        ${picture}`);
  expect(await pull({ report: title })).toEqual(['0 new, 0 changed, 1 unchanged.']);

  // To a tenant that has neither the report nor the picture.
  const admin = await portal.signIn({
    email: 'ada@birch.example',
    roles: ['tenant.admin'],
    tenants: [portal.tenants.birch],
  });
  const content = { name: 'Board reports', description: '', icon: 'folder', color: 'gray', everyone: 'view' };
  await call<Workspace>('POST /api/v1/workspaces', { cookie: admin.cookie, body: content });
  await edit(/^basedOn: .*\n/m, '');
  const toBirch = () => push({ tenant: 'birch', publish: true });
  const stored = await readFile(picture);
  await rm(picture);
  expect((await toBirch()).join('\n')).toMatch(
    /^FAILED[^]*tiles\.logo\.picture: The portal does not have this picture/,
  );
  await writeFile(picture, Buffer.concat([stored, Buffer.from('PK')]));
  expect((await toBirch()).join('\n')).toContain(`${picture}: The file is not as the portal wrote it`);
  await writeFile(picture, stored);
  expect(await toBirch()).toContain(`created    ${file}: version 1 is published`);
  expect(await toBirch()).toEqual(['0 pushed, 1 unchanged.']);
  const { reports } = await call<{ reports: ReportSummary[] }>('GET /api/v1/reports', { cookie: admin.cookie });
  const copy = reports.find((report) => report.title.en === title)!;
  const read = await call<StoredPicture>('GET /api/v1/reports/:id/pictures/:hash', {
    cookie: admin.cookie,
    id: copy.id,
    hash,
  });
  expect(Buffer.from(read.data, 'base64')).toEqual(stored);
});
