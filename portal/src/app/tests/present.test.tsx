import type { Report, Tile } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { scorecard } from '../../features/report/scorecard.fixture.ts';
import { openPortal, person, server, usePortal } from './portal.fixture.tsx';
import { answerReport, queryMeta, runOf } from './report-answers.fixture.ts';

usePortal();

const table = (id: string, title: string): Tile => ({
  id,
  kind: 'chart',
  shape: 'bar',
  stack: 'none',
  other: true,
  order: 'value',
  labels: false,
  title: { en: title },
  width: 6,
  of: 'peers',
  category: 'state',
  measures: ['nwr'],
});
const scored = scorecard({});
const { subject: _, ...document } = scored.document;
const report: Report = {
  ...scored,
  document: {
    ...document,
    pages: [
      { id: 'first', title: { en: 'Capital' }, rows: [{ id: 'r1', tiles: [table('states', 'By state')] }] },
      { id: 'second', title: { en: 'Earnings' }, rows: [{ id: 'r2', tiles: [table('more', 'More states')] }] },
    ],
  },
  defaultSubject: null,
};
const PATH = `/api/v1/reports/${report.id}`;
const RUN = `POST ${PATH}/run`;

const format = { unit: 'percent', decimals: 2, truncate: false };
const result = {
  columns: [
    { name: 'state', title: { en: 'State' }, role: 'dimension', type: 'string' },
    { name: 'nwr', title: { en: 'Net worth ratio' }, role: 'measure', type: 'number', format },
  ],
  rows: [
    ['TX', 0.1021],
    ['CA', 0.1128],
  ],
  meta: queryMeta({ rowCount: 2 }),
};

beforeEach(() => {
  answerReport(report);
  server.answers[RUN] = (body) => {
    const { page } = body as { page: string };
    const tile = page === 'second' ? 'more' : 'states';
    return runOf([{ type: 'tile', tile, results: { chart: { query: {}, result } } }]);
  };
});

const open = (search = '') => openPortal(`/reports/${report.id}${search}`, person('tenant.user'));
const presentation = () => screen.findByRole('dialog', { name: 'Presentation: Board scorecard' });

describe('a report that is presented', () => {
  it('is shown page by page with the keys, with its filters, and says which page it is', async () => {
    const { address } = await open('?state=TX');
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /^Present / }));
    const slides = within(await presentation());
    expect(slides.getByRole('status').textContent).toBe('Page 1 of 2, Capital');
    expect(slides.getByText(/Texas · As of/)).toBeTruthy();
    await slides.findByRole('region', { name: 'By state' });
    expect(slides.queryByRole('button', { name: /Options for/ })).toBeNull();
    const stage = slides.getByRole('group', { name: 'Page 1 of 2, Capital' });
    await waitFor(() => expect(globalThis.document.activeElement).toBe(stage));
    await userEvent.keyboard('{ArrowRight}');
    await slides.findByRole('region', { name: 'More states' });
    expect(slides.getByRole('status').textContent).toBe('Page 2 of 2, Earnings');
    expect(server.sent(RUN)).toMatchObject([
      { page: 'first', filters: { state: ['TX'] } },
      { page: 'second', filters: { state: ['TX'] } },
    ]);
    for (const [key, number] of [
      [' ', 2],
      ['{PageUp}', 1],
      ['{End}', 2],
      ['{Home}', 1],
      ['{PageDown}', 2],
    ] as const) {
      await userEvent.keyboard(key);
      await waitFor(() => expect(slides.getByRole('status').textContent).toMatch(`Page ${number} of 2`));
    }
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe(`/reports/${report.id}?page=second&state=TX`);
    expect(globalThis.document.activeElement).toBe(screen.getByRole('button', { name: 'More actions' }));
  });

  it('takes the whole screen where the browser grants it, and ends with it', async () => {
    const { documentElement } = globalThis.document;
    let full: Element | null = null;
    const become = (element: Element | null) => async () => {
      full = element;
      globalThis.document.dispatchEvent(new Event('fullscreenchange'));
    };
    // Not part of the simulated browser.
    Object.defineProperty(globalThis.document, 'fullscreenElement', { configurable: true, get: () => full });
    documentElement.requestFullscreen = become(documentElement);
    onTestFinished(() => {
      Reflect.deleteProperty(globalThis.document, 'fullscreenElement');
      Reflect.deleteProperty(documentElement, 'requestFullscreen');
    });
    await open();
    await screen.findByRole('region', { name: 'By state' });
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await presentation();
    await waitFor(() => expect(full).toBe(documentElement));
    await become(null)();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('a tile', () => {
  it('is shown alone, and as a table of its figures, from its menu', async () => {
    const { address } = await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Options for By state' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Show as table' }));
    const alone = within(await screen.findByRole('dialog', { name: 'By state' }));
    const rows = await alone.findAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual(['StateNet worth ratio', 'Texas10.21%', 'California11.28%']);
    expect(address()).toBe(`/reports/${report.id}?full=states&as=table`);
    await userEvent.click(alone.getByRole('button', { name: 'Show as chart' }));
    expect(await alone.findByRole('figure', { name: 'By state' })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe(`/reports/${report.id}`);
  });
});
