import type { CatalogDataset, PresentPerson, ReportChange, ReportDocument, ReportDraft } from '@rise/contract';
import { applyChange } from '@rise/contract/report-operations';
import { tilesOf } from '@rise/contract/report-pages';
import { defaultScheduler, notifyManager } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';
import { queryMeta, runOf } from './report-answers.fixture.ts';

usePortal();

const ID = '018f3a52-7d1c-7000-8000-000000000001';
const ADDRESS = `/reports/${ID}/edit`;
const path = (rest: string) => `/api/v1/reports/${ID}${rest}`;
const CHANGES = `POST ${path('/draft/changes')}`;
const RUN = `POST ${path('/draft/run')}`;
const DATASETS = [
  {
    name: 'call_report',
    title: { en: 'Call report' },
    description: { en: 'Call report' },
    owner: null,
    dimensions: [
      { name: 'state', title: { en: 'State' }, description: null, type: 'string', mapping: null },
      { name: 'quarter', title: { en: 'Quarter' }, description: null, type: 'date', mapping: null },
    ],
    measures: ['net_worth_ratio', 'real_estate_loans'].map((name) => ({
      name,
      title: { en: name === 'net_worth_ratio' ? 'Net worth ratio' : 'Real estate loans' },
      definition: { en: `What ${name} is` },
      caveat: null,
      format: { unit: 'percent', decimals: 2, truncate: false },
      better: 'higher',
      formula: '',
      owner: null,
      source: null,
      computedFrom: [],
      usedBy: [],
    })),
  },
] as unknown as CatalogDataset[];

const ENTER = `PUT ${path('/presence/*')}`;
const BOB = { account: '018f3a52-7d1c-7000-8000-00000000000b', name: 'Bob Alder', tile: null };

let people: PresentPerson[];
let document: ReportDocument;
let revision: number;
let done: ReportDocument[];
let undone: ReportDocument[];

const draft = (): ReportDraft => ({
  document,
  revision,
  published: null,
  hasChanges: true,
  editors: [],
  can: { undo: done.length > 0, redo: undone.length > 0, publish: true, discard: false },
});

beforeEach(() => {
  document = {
    title: { en: 'Untitled report' },
    purpose: { en: 'Untitled report' },
    dataset: 'call_report',
    peers: [],
    filters: [],
    measures: [],
    pages: [{ id: 'page-1', title: { en: 'Page' }, rows: [] }],
  };
  [revision, done, undone] = [1, [], []];
  people = [];
  server.answers[ENTER] = () => Response.json({ people });
  server.answers[`DELETE ${path('/presence/*')}`] = () => Response.json({});
  const answer = () => Response.json(draft());
  const summary = {
    id: ID,
    title: document.title,
    purpose: document.purpose,
    dataset: 'call_report',
    workspace: '018f3a52-7d1c-7000-8000-000000000002',
    updatedAt: '2026-11-27T10:00:00.000Z',
    template: false,
    revision: 1,
    version: 0,
    hasDraft: true,
    archivedAt: null,
    favorite: false,
    can: { edit: true, move: true, copy: true, archive: true, restore: false },
  };
  server.answers[`GET ${path('/draft')}`] = answer;
  server.answers[`GET ${path('/draft/report')}`] = () =>
    Response.json({
      ...summary,
      document,
      fields: { dimensions: [], measures: [] },
      levels: {},
      targets: [],
      defaultSubject: null,
      currency: 'USD',
      dataVersion: 1,
      asOf: '2025-12-31',
      loadedAt: '2026-11-01T10:00:00.000Z',
      basis: 'b',
    });
  server.answers['GET /api/v1/catalog'] = () => Response.json({ datasets: DATASETS });
  server.answers[CHANGES] = (body) => {
    const { change } = body as { change: ReportChange };
    done.push(document);
    undone = [];
    document = applyChange(document, change.operations as never).document;
    revision += 1;
    return answer();
  };
  const step = (from: () => ReportDocument[], to: () => ReportDocument[]) => () => {
    to().push(document);
    document = from().pop()!;
    revision += 1;
    return answer();
  };
  server.answers[`POST ${path('/draft/undo')}`] = step(
    () => done,
    () => undone,
  );
  server.answers[`POST ${path('/draft/redo')}`] = step(
    () => undone,
    () => done,
  );
  server.answers[RUN] = (body) => {
    const { tiles } = body as { tiles: string[] };
    const lines = tiles.map((tile) => ({
      type: 'tile',
      tile,
      results: {
        figures: {
          query: { kind: 'aggregate', dataset: 'call_report', measures: ['net_worth_ratio'] },
          result: {
            columns: [
              {
                name: 'net_worth_ratio',
                title: { en: 'Net worth ratio' },
                role: 'measure',
                type: 'number',
                format: { unit: 'percent', decimals: 2, truncate: false },
              },
            ],
            rows: [[0.1128]],
            meta: queryMeta({ asOf: null }),
          },
        },
      },
    }));
    return runOf(lines);
  };
});

/** Fields and settings beside the page: the window is wide. */
beforeEach(() => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: false,
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});

const open = async () => {
  const portal = await openPortal(ADDRESS, person('tenant.admin'));
  await screen.findByRole('region', { name: 'Fields' });
  return portal;
};
const search = () => screen.getByRole('searchbox', { name: 'Search fields' });
const tiles = () => tilesOf(document);

describe('the builder', () => {
  it('shows the first figure after a word and Enter, and refines it with the next', async () => {
    await open();
    expect(screen.getByText('Choose what to show')).toBeTruthy();
    await fill(search(), 'net', '{Enter}');
    expect(await screen.findByText('11.28%')).toBeTruthy();
    expect(tiles()).toMatchObject([{ kind: 'figures', measures: ['net_worth_ratio'] }]);
    // 'Real estate loans' has the letters, too, and comes second.
    await fill(search(), 'state', '{Enter}');
    await waitFor(() => expect(tiles()).toMatchObject([{ kind: 'chart', shape: 'bar', category: 'state' }]));
    expect(
      within(screen.getByRole('region', { name: 'Fields' })).getAllByRole('button', { pressed: true }),
    ).toHaveLength(2);
  });

  it('shows who else is there and on which tile, says where one is oneself, and leaves', async () => {
    people = [BOB];
    const { cache, router } = await open();
    expect(await screen.findByText(/Also here: Bob Alder/)).toBeTruthy();
    expect(screen.getByText('BA')).toBeTruthy();
    await fill(search(), 'net', '{Enter}');
    await waitFor(() => expect(tiles()).toHaveLength(1));
    const [{ id } = { id: '' }] = tiles();
    const entered = () => server.requests.filter(({ key }) => key.startsWith(`PUT ${path('/presence/')}`));
    await waitFor(() => expect(entered().at(-1)?.body).toEqual({ tile: id }));
    // What an event of Bob's brings.
    people = [{ ...BOB, tile: id }];
    await cache.invalidateQueries({ queryKey: ['presence', ID] });
    const name = 'Tile: Net worth ratio, also selected by Bob Alder';
    expect(await screen.findByRole('group', { name })).toBeTruthy();
    people = [];
    await cache.invalidateQueries({ queryKey: ['presence', ID] });
    await waitFor(() => expect(screen.queryByText(/Bob Alder/)).toBeNull());
    const [visit] = new Set(entered().map(({ key }) => key.slice('PUT '.length)));
    await router.navigate({ to: '/home' as never });
    await waitFor(() => expect(server.sent(`DELETE ${visit}`)).toHaveLength(1));
  });

  it('stores each step, which is undone and done again', async () => {
    await open();
    await fill(search(), 'net', '{Enter}');
    await waitFor(() => expect(tiles()).toHaveLength(1));
    await screen.findByText('All changes saved');
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Choose what to show')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Redo' }));
    await waitFor(() => expect(tiles()).toHaveLength(1));
  });

  it('moves, resizes and removes a tile by keys on its handle, and says so', async () => {
    await open();
    await fill(search(), 'net', '{Enter}{Escape}');
    await waitFor(() => expect(tiles()).toHaveLength(1));
    await fill(search(), 'real', '{Enter}');
    await waitFor(() => expect(tiles()).toHaveLength(2));
    const handle = screen.getByRole('button', { name: 'Move Real estate loans' });
    handle.focus();
    await userEvent.keyboard('{ArrowUp}');
    await waitFor(() => expect(tiles()[0]).toMatchObject({ measures: ['real_estate_loans'] }));
    expect(await screen.findByText('Tile moved up')).toBeTruthy();
    screen.getByRole('button', { name: 'Move Real estate loans' }).focus();
    await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
    await waitFor(() => expect(tiles()[0]).toMatchObject({ width: 11 }));
    screen.getByRole('button', { name: 'Move Real estate loans' }).focus();
    await userEvent.keyboard('{Delete}');
    await waitFor(() => expect(tiles()).toMatchObject([{ measures: ['net_worth_ratio'] }]));
  });

  it('shows a move once and for good, and leaves the focus on the handle of the tile', async () => {
    await open();
    await fill(search(), 'net', '{Enter}{Escape}');
    await waitFor(() => expect(tiles()).toHaveLength(1));
    await fill(search(), 'real', '{Enter}');
    await waitFor(() => expect(tiles()).toHaveLength(2));
    await screen.findByText('All changes saved');
    // A browser hears of a stored answer after it has drawn what else changed.
    notifyManager.setScheduler((notify) => setTimeout(notify, 30));
    onTestFinished(() => notifyManager.setScheduler(defaultScheduler));
    const handle = (name: string) => screen.getByRole('button', { name: `Move ${name}` });
    const isFirst = () => Boolean(handle('Real estate loans').compareDocumentPosition(handle('Net worth ratio')) & 4);
    const shown = [isFirst()];
    const observer = new MutationObserver(() => shown.at(-1) !== isFirst() && shown.push(isFirst()));
    observer.observe(window.document.body, { subtree: true, childList: true });
    handle('Real estate loans').focus();
    await userEvent.keyboard('{ArrowUp}');
    await waitFor(() => expect(revision).toBe(4));
    await screen.findByText('All changes saved');
    observer.disconnect();
    expect(shown).toEqual([false, true]);
    await waitFor(() => expect(window.document.activeElement).toBe(handle('Real estate loans')));
  });

  it('runs only the tiles whose figures a change may move', async () => {
    await open();
    await fill(search(), 'net', '{Enter}');
    await screen.findByText('11.28%');
    const before = server.sent(RUN).length;
    const title = screen.getByRole('textbox', { name: 'Title' });
    await userEvent.clear(title);
    await fill(title, 'Capital');
    await userEvent.tab();
    await waitFor(() => expect(tiles()).toMatchObject([{ title: { en: 'Capital' } }]));
    await screen.findByText('All changes saved');
    expect(server.sent(RUN)).toHaveLength(before);
  });

  it('shows the figure of a change that is still on its way, and does not run it again once it is stored', async () => {
    await open();
    const answer = server.answers[CHANGES]!;
    let isStored = () => undefined as void;
    const arrival = new Promise<void>((resolve) => (isStored = resolve));
    server.answers[CHANGES] = async (body, request) => {
      await arrival;
      return answer(body, request);
    };
    await fill(search(), 'net', '{Enter}');
    expect(await screen.findByText('11.28%')).toBeTruthy();
    expect(screen.getByText(/Saving/)).toBeTruthy();
    expect(server.sent(RUN)).toMatchObject([{ changes: [{ operations: [{ type: 'insert-tile' }] }] }]);
    isStored();
    await screen.findByText('All changes saved');
    expect(server.sent(RUN)).toHaveLength(1);
    expect(screen.getByText('11.28%')).toBeTruthy();
  });

  it('runs again what broke off with the connection, once its change is stored', async () => {
    await open();
    const { [CHANGES]: stores, [RUN]: runs } = server.answers;
    server.answers[CHANGES] = () => Response.error();
    server.answers[RUN] = () => Response.error();
    await fill(search(), 'net', '{Enter}');
    await screen.findByText(/Offline\. Changes are stored in this browser/);
    server.answers[CHANGES] = stores!;
    server.answers[RUN] = runs!;
    expect(await screen.findByText('11.28%')).toBeTruthy();
  });

  it('stores what is not sent yet in the browser, and sends it once there is a connection', async () => {
    await open();
    const answer = server.answers[CHANGES]!;
    server.answers[CHANGES] = () => Response.error();
    await fill(search(), 'net', '{Enter}');
    expect(await screen.findByText(/Offline\. Changes are stored in this browser/)).toBeTruthy();
    expect(localStorage.getItem(`rise.report-draft.${ID}`)).toContain('net_worth_ratio');
    server.answers[CHANGES] = answer;
    await waitFor(() => expect(tiles()).toHaveLength(1));
    await waitFor(() => expect(localStorage.getItem(`rise.report-draft.${ID}`)).toBeNull());
    const ids = server.sent(CHANGES).map((body) => (body as { change: ReportChange }).change.id);
    expect(new Set(ids).size).toBe(1);
  });

  it('takes back a change that is refused, and says why', async () => {
    await open();
    server.answers[CHANGES] = () =>
      Response.json(
        { error: { code: 'CONFLICT', message: 'This tile was removed by someone else.', requestId: 'r' } },
        { status: 409 },
      );
    await fill(search(), 'net', '{Enter}');
    expect(await screen.findByText(/Someone else changed this part meanwhile/)).toBeTruthy();
    expect(await screen.findByText('Choose what to show')).toBeTruthy();
  });

  it('lists what stands against publishing, and opens the report once it is published', async () => {
    const { address } = await open();
    await fill(search(), 'net', '{Enter}');
    await screen.findByText('All changes saved');
    const publish = `POST ${path('/publish')}`;
    server.answers[publish] = () =>
      Response.json(
        {
          error: {
            code: 'VALIDATION_FAILED',
            message: 'Invalid.',
            details: [{ field: 'tiles.figures.measures', message: 'There is no measure.' }],
            requestId: 'r',
          },
        },
        { status: 400 },
      );
    await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
    const dialog = await screen.findByRole('dialog', { name: 'Publish the report' });
    await fill(within(dialog).getByRole('textbox', { name: 'What changed' }), 'First');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Publish' }));
    expect(await within(dialog).findByText('tiles.figures.measures: There is no measure.')).toBeTruthy();
    server.answers[publish] = () => Response.json({});
    await userEvent.click(within(dialog).getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(address()).toBe(`/reports/${ID}`));
    expect(server.sent(publish).at(-1)).toEqual({ basedOn: revision, note: 'First' });
  });

  it('begins with a field that the address names, once', async () => {
    await openPortal(`${ADDRESS}?fields=net_worth_ratio`, person('tenant.admin'));
    expect(await screen.findByText('11.28%')).toBeTruthy();
    expect(tiles()).toMatchObject([{ kind: 'figures', measures: ['net_worth_ratio'] }]);
    expect(server.sent(CHANGES)).toHaveLength(1);
  });

  it('begins with a chart of the fields and the period that the address names', async () => {
    await openPortal(`${ADDRESS}?fields=net_worth_ratio,quarter,state&grain=quarter`, person('tenant.admin'));
    await waitFor(() =>
      expect(tiles()).toMatchObject([
        {
          shape: 'line',
          category: { field: 'quarter', grain: 'quarter' },
          series: 'state',
          measures: ['net_worth_ratio'],
        },
      ]),
    );
    expect(server.sent(CHANGES)).toHaveLength(1);
  });

  it('limits a tile by a measure once its value is entered, percent as they are read', async () => {
    await openPortal(`${ADDRESS}?fields=net_worth_ratio,state`, person('tenant.admin'));
    const filter = await screen.findByRole('group', { name: 'Filter on measures' });
    const having = () => (tiles()[0] as { having?: unknown } | undefined)?.having;
    const add = () => within(filter).getByRole('combobox', { name: 'Add to Filter on measures' });
    await userEvent.selectOptions(add(), 'Net worth ratio');
    expect(having()).toBeUndefined();
    await waitFor(() => expect(window.document.activeElement).toBe(within(filter).getByRole('textbox')));
    await userEvent.keyboard('7.5{Enter}');
    await waitFor(() => expect(having()).toEqual({ measure: 'net_worth_ratio', op: 'gte', values: [0.075] }));
    await userEvent.selectOptions(within(filter).getByRole('combobox', { name: 'Condition' }), 'lt');
    await waitFor(() => expect(having()).toEqual({ measure: 'net_worth_ratio', op: 'lt', values: [0.075] }));
    await userEvent.click(within(filter).getByRole('button', { name: 'Remove Net worth ratio' }));
    await waitFor(() => expect(having()).toBeUndefined());
  });

  it('limits the page that is open, where there are several', async () => {
    server.answers['POST /api/v1/query'] = () =>
      Response.json({
        columns: [{ name: 'state', title: { en: 'State' }, role: 'dimension', type: 'string' }],
        rows: [['TX'], ['WA']],
      });
    document = { ...document, pages: [...document.pages, { id: 'page-2', title: { en: 'Second' }, rows: [] }] };
    await open();
    const filter = await screen.findByRole('group', { name: 'Filter of the page Page' });
    await userEvent.selectOptions(within(filter).getByRole('combobox'), 'State');
    await userEvent.click(await within(filter).findByRole('button', { name: /^State/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'TX' }));
    await waitFor(() =>
      expect(document.pages.map(({ filter: of }) => of)).toEqual([
        { field: 'state', op: 'in', values: ['TX'] },
        undefined,
      ]),
    );
  });

  it('is not found for who may not edit the report', async () => {
    server.answers[`GET ${path('/draft')}`] = () =>
      Response.json({ error: { code: 'NOT_FOUND', message: 'Not found.', requestId: 'r' } }, { status: 404 });
    await openPortal(ADDRESS, person('tenant.admin'));
    expect(await screen.findByRole('heading', { name: 'We can’t find this page' })).toBeTruthy();
  });
});
