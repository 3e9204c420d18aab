import type { Report, TenantPerson, Tile } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { scorecard } from '../../features/report/scorecard.fixture.ts';
import { openPortal, person, server, usePortal } from './portal.fixture.tsx';
import { answerReport, queryMeta, runOf } from './report-answers.fixture.ts';

usePortal();

const VERA = '018f3a52-7d1c-7000-8000-000000000001';
const viewAs = { account: VERA };
const chart: Tile = {
  id: 'states',
  kind: 'chart',
  shape: 'bar',
  stack: 'none',
  other: true,
  order: 'value',
  labels: false,
  title: { en: 'By state' },
  width: 6,
  of: 'peers',
  category: 'state',
  measures: ['nwr'],
};
const scored = scorecard({});
/** With a subject, which is queried by itself. */
const ofMember: Report = {
  ...scored,
  version: 3,
  can: { ...scored.can, edit: true, share: true, verify: true },
  document: {
    ...scored.document,
    pages: [{ id: 'first', title: { en: 'Capital' }, rows: [{ id: 'r1', tiles: [chart] }] }],
  },
};
const { subject: _, ...document } = ofMember.document;
const report: Report = { ...ofMember, document, defaultSubject: null };
const PATH = `/api/v1/reports/${report.id}`;
const RUN = `POST ${PATH}/run`;
const READER = `GET ${PATH}/readers/${VERA}`;
const notFound = () => Response.json({ error: { code: 'NOT_FOUND', message: 'No', requestId: 'r' } }, { status: 404 });

const format = { unit: 'percent', decimals: 2, truncate: false };
const result = {
  columns: [
    { name: 'state', title: { en: 'State' }, role: 'dimension', type: 'string' },
    { name: 'nwr', title: { en: 'Net worth ratio' }, role: 'measure', type: 'number', format },
  ],
  rows: [['VT', 0.1021]],
  meta: queryMeta(),
};
const query = { kind: 'aggregate', dataset: 'call_report', dimensions: ['state'], measures: ['nwr'] };

beforeEach(() => {
  answerReport(report);
  server.answers[READER] = () => Response.json({ account: VERA, name: 'Vera Viewed', canOpen: true });
  server.answers[RUN] = () => runOf([{ type: 'tile', tile: 'states', results: { chart: { query, result } } }]);
  server.answers['POST /api/v1/query/explanation'] = notFound;
});

const open = (search = `?viewAs=${VERA}`, role: 'tenant.admin' | 'tenant.user' = 'tenant.admin') =>
  openPortal(`/reports/${report.id}${search}`, person(role));
const banner = () =>
  screen.findByRole('status', { name: 'You see this report with the rights of Vera Viewed, who is notified.' });
/** Bodies of all requests for figures. */
const sentForFigures = () =>
  server.requests.filter(({ key }) => key === RUN || key.startsWith('POST /api/v1/query')).map(({ body }) => body);

describe('a report viewed as a person', () => {
  it('says so, and requests every figure with their rights', async () => {
    answerReport(ofMember);
    await open(`?viewAs=${VERA}&about=nwr&tile=states`);
    await banner();
    await waitFor(() => expect(server.sent('POST /api/v1/query/explanation')).not.toEqual([]));
    const bodies = sentForFigures();
    expect(new Set(server.requests.map(({ key }) => key))).toContain('POST /api/v1/query');
    expect(new Set(server.requests.map(({ key }) => key))).toContain(RUN);
    for (const body of bodies) expect(body).toMatchObject({ viewAs });
    expect(globalThis.document.title).toContain('as Vera Viewed');
  });

  it('offers nothing that takes figures away, passes them on or changes the report', async () => {
    await open();
    await banner();
    await userEvent.click(await screen.findByRole('button', { name: /^Options for By state/ }));
    const menu = await screen.findByRole('menu');
    expect(within(menu).getByRole('menuitem', { name: 'Full screen' })).toBeTruthy();
    expect(within(menu).queryByRole('menuitem', { name: /copy|csv|png|svg|comment|alert/i })).toBeNull();
    for (const name of [/Export/, /Subscribe/, /More actions/, /Edit/, /Comments/, /Views/])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(server.sent(`GET ${PATH}/comments`)).toEqual([]);
  });

  it('ends by its button, and comes again by Back, with the figures of each', async () => {
    const { address, router } = await open(`?viewAs=${VERA}&state=VT`);
    const stop = within(await banner()).getByRole('button', { name: 'Stop viewing as' });
    stop.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe(`/reports/${report.id}?state=VT`));
    expect(screen.queryByText(/with the rights of/)).toBeNull();
    await waitFor(() => expect(globalThis.document.activeElement).toBe(screen.getByRole('heading', { level: 1 })));
    await waitFor(() => expect(sentForFigures().at(-1)).not.toHaveProperty('viewAs'));
    router.history.back();
    await banner();
    await waitFor(() => expect(server.sent(RUN).at(-1)).toMatchObject({ viewAs }));
  });

  it('is kept while the report is filtered', async () => {
    const { address } = await open();
    await banner();
    await userEvent.click(await screen.findByRole('button', { name: /^Options for By state/ }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Full screen' }));
    await waitFor(() => expect(address()).toContain('full=states'));
    expect(address()).toContain(`viewAs=${VERA}`);
  });

  it.each([
    ['an account that is not in the organization', `?viewAs=${VERA}`],
    ['what is no account', '?viewAs=vera'],
  ])('says that the person is gone for %s, with a way back', async (_name, search) => {
    server.answers[READER] = notFound;
    const { address } = await open(search);
    expect(await screen.findByText('This person is not in your organization any more')).toBeTruthy();
    expect(sentForFigures()).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Open with your own rights' }));
    await waitFor(() => expect(address()).toBe(`/reports/${report.id}`));
    await waitFor(() => expect(server.sent(RUN)).toHaveLength(1));
  });

  it('says where the person cannot open it', async () => {
    server.answers[READER] = () => Response.json({ account: VERA, name: 'Vera Viewed', canOpen: false });
    await open();
    expect(await screen.findByText('Vera Viewed can’t open this report')).toBeTruthy();
    expect(sentForFigures()).toEqual([]);
  });

  it('does not exist for those who may not view as others', async () => {
    await open(`?viewAs=${VERA}`, 'tenant.user');
    expect(await screen.findByText('We can’t find this page')).toBeTruthy();
    expect(sentForFigures()).toEqual([]);
  });
});

describe('the panel of a person', () => {
  const NOTHING = { roles: [], groups: [], attributes: {} };
  const vera: TenantPerson = {
    id: VERA,
    name: 'Vera Viewed',
    email: 'vera@alder.example',
    state: 'active',
    since: '2026-11-01T10:00:00.000Z',
    lastSeenAt: null,
    sources: ['claim'],
    claimed: { roles: ['tenant.user'], groups: [], attributes: {} },
    granted: NOTHING,
    provisioned: [],
    owned: { subscriptions: 0, alerts: 0, queries: 0, copies: 0, workspaces: 0 },
    isSelf: false,
    isLastAdministrator: false,
  };
  let shown: TenantPerson;
  beforeEach(() => {
    shown = vera;
    server.answers['GET /api/v1/*'] = () => Response.json({ people: [], total: 0 });
    server.answers['GET /api/v1/users/groups'] = () => Response.json({ groups: [] });
    server.answers[`GET /api/v1/users/${VERA}`] = () => Response.json(shown);
    server.answers['GET /api/v1/reports'] = () =>
      Response.json({
        reports: [
          report,
          { ...report, id: '018f3a52-7d1c-7000-8000-000000000002', title: { en: 'A draft' }, version: 0 },
        ],
      });
  });
  const openPanel = async (change: Partial<Parameters<typeof person>[1]> = {}) => {
    const opened = await openPortal(`/users?open=${VERA}`, person('tenant.admin', change));
    const drawer = await screen.findByRole('dialog', { name: 'Vera Viewed' });
    await within(drawer).findByText('Row rules');
    return { ...opened, drawer };
  };

  it('opens a published report as the person, and says what that does', async () => {
    const { drawer, address } = await openPanel();
    expect(within(drawer).getByText(/The person is notified, and each view is recorded/)).toBeTruthy();
    const submit = within(drawer).getByRole('button', { name: 'View as Vera Viewed' });
    await userEvent.click(submit);
    expect(within(drawer).getByRole('alert').textContent).toBe('Choose a report.');
    await userEvent.click(within(drawer).getByRole('combobox', { name: 'Report' }));
    await userEvent.click(await screen.findByRole('option', { name: /Board scorecard/ }));
    expect(screen.queryByRole('option', { name: /A draft/ })).toBeNull();
    await userEvent.click(submit);
    await waitFor(() => expect(address()).toBe(`/reports/${report.id}?viewAs=${VERA}`));
    await banner();
  });

  it('does not offer it without the permission', async () => {
    const permissions = person('tenant.admin').permissions.filter((one) => one !== 'query.view-as');
    const { drawer } = await openPanel({ permissions });
    expect(within(drawer).queryByText('View as this person')).toBeNull();
  });

  it.each([{ isSelf: true }, { state: 'disabled' as const }])('does not offer it for %o', async (change) => {
    shown = { ...vera, ...change };
    const { drawer } = await openPanel();
    expect(within(drawer).queryByText('View as this person')).toBeNull();
  });
});
