import type { AlertCheck, FigureCourse, Report, ReportAlert } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { scorecard } from '../../features/report/scorecard.fixture.ts';
import { fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';
import { answerReport, queryMeta, runOf } from './report-answers.fixture.ts';

usePortal();

const id = (number: number) => `018f3a52-7d1c-7000-8000-00000000000${number}`;
const scored = scorecard({
  tiles: [
    {
      id: 'states',
      kind: 'table',
      title: { en: 'By state', tr: 'Eyalete göre' },
      width: 12,
      of: 'peers',
      subtotals: false,
      dimensions: ['state'],
      measures: ['nwr', 'roa'],
    },
    { id: 'text', kind: 'text', width: 12, title: { en: 'Words' }, text: { en: 'Words' } },
  ],
});
const { subject: _, ...document } = scored.document;
const report: Report = { ...scored, document, defaultSubject: null };
const PATH = `/api/v1/reports/${report.id}`;
const FIGURE = {
  title: { en: 'Net worth ratio' },
  format: { unit: 'percent', decimals: 2, truncate: false },
  currency: 'USD',
  grain: 'month',
  member: null,
  statistic: null,
} as const;

const result = {
  columns: [
    { name: 'state', title: { en: 'State' }, role: 'dimension', type: 'string' },
    { name: 'nwr', title: { en: 'Net worth ratio' }, role: 'measure', type: 'number', format: FIGURE.format },
  ],
  rows: [['TX', 0.1021]],
  meta: queryMeta(),
};
const TILES = [
  { type: 'tile', tile: 'states', results: { table: { query: {}, result } } },
  { type: 'tile', tile: 'text', results: {} },
];
const course: FigureCourse = {
  figure: FIGURE,
  dataVersion: 1,
  points: [0.08, 0.069, 0.08, 0.065, 0.071, 0.02].map((value, place) => ({
    period: `2026-0${place + 1}-01`,
    value,
    isOpen: place === 5,
  })),
  members: null,
  isTruncated: false,
};
/** Of two states in the same periods. */
const ofStates: FigureCourse = {
  ...course,
  members: ['TX', 'VT'].map((state, place) => ({
    key: `["${state}"]`,
    parts: [{ field: 'state', value: state }],
    label: { en: state },
    values: course.points.map(({ value }) => value! + place * 0.05),
    isPresent: true,
  })),
};
const alert: ReportAlert = {
  id: id(1),
  report: report.id,
  reportTitle: { en: 'Scorecard' },
  tile: 'states',
  measure: 'nwr',
  scope: { kind: 'total' },
  state: { filters: {} },
  title: 'Thin capital',
  condition: { kind: 'threshold', when: 'below', value: 0.07, clear: 0.075 },
  quiet: null,
  mail: true,
  webhook: null,
  figure: FIGURE,
  revision: 3,
  isPaused: false,
  status: 'firing',
  failure: null,
  value: 0.065,
  period: '2026-04-01',
  reference: 0.07,
  dataVersion: 1,
  members: null,
  checkedAt: '2026-05-02T06:00:00.000Z',
  changedAt: '2026-05-02T06:00:00.000Z',
  heldUntil: '2026-05-02T07:00:00.000Z',
};

const webhooks = [{ id: id(7), name: 'Operations' }];
let alerts: ReportAlert[];
beforeEach(() => {
  alerts = [];
  const all = () => Response.json({ alerts, zone: 'UTC', mail: true, webhooks });
  server.answers['GET /api/v1/report-alerts'] = all;
  server.answers[`POST ${PATH}/alerts`] = all;
  server.answers[`POST ${PATH}/alerts/course`] = () => Response.json(course);
  answerReport(report);
  server.answers[`POST ${PATH}/run`] = () => runOf(TILES);
});

const open = (search = '') => openPortal(`/reports/${report.id}${search}`, person('tenant.user'));
async function openForm(): Promise<HTMLElement> {
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Options for By state' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Alert me…' }));
  return screen.findByRole('dialog', { name: 'New alert' });
}

describe('an alert on a tile', () => {
  it('shows what it would have said, and is saved in the units of the figure', async () => {
    const form = await openForm();
    expect(await within(form).findByText('Latest complete period, May 2026: 7.10%')).toBeTruthy();
    await userEvent.selectOptions(within(form).getByLabelText('Condition'), 'Below');
    await fill(within(form).getByLabelText('Value'), '7');
    // The last month is not over.
    expect(
      await within(form).findByText('It would have triggered 2 times in the 5 periods so far, last in Apr 2026.'),
    ).toBeTruthy();
    expect(within(form).queryByText('It triggers at once.')).toBeNull();
    await fill(within(form).getByLabelText('Normal again at'), '7.5');
    // It would not be normal again yet.
    expect(await within(form).findByText('It triggers at once.')).toBeTruthy();
    await userEvent.click(within(form).getByRole('switch', { name: /^Quiet hours/ }));
    await userEvent.selectOptions(within(form).getByLabelText('Send to a webhook'), 'Operations');
    await userEvent.click(within(form).getByRole('button', { name: 'Set alert' }));
    await waitFor(() =>
      expect(server.sent(`POST ${PATH}/alerts`)).toEqual([
        {
          tile: 'states',
          measure: 'nwr',
          scope: { kind: 'total' },
          state: { filters: {} },
          title: 'NWR · By state',
          condition: { kind: 'threshold', when: 'below', value: 0.07, clear: 0.075 },
          quiet: { from: '20:00', until: '07:00' },
          mail: true,
          webhook: id(7),
        },
      ]),
    );
    expect(await screen.findByRole('dialog', { name: 'Alerts' })).toBeTruthy();
  });

  it('can be on a change or an unusual one, of each measure, and says what is missing', async () => {
    const form = await openForm();
    await within(form).findByText(/^Latest complete period/);
    await userEvent.click(within(form).getByRole('button', { name: 'Set alert' }));
    expect(within(form).getByText('Enter a number.')).toBeTruthy();
    await userEvent.selectOptions(within(form).getByLabelText('Figure'), 'ROA');
    expect((within(form).getByLabelText('Name') as HTMLInputElement).value).toBe('ROA · By state');
    await userEvent.selectOptions(within(form).getByLabelText('Alert when the figure'), 'Changes unusually');
    expect(await within(form).findByText(/^There are too few periods/)).toBeTruthy();
    await userEvent.selectOptions(within(form).getByLabelText('Alert when the figure'), 'Changes by so much');
    await fill(within(form).getByLabelText('By more than'), '0.5');
    await userEvent.selectOptions(within(form).getByLabelText('Measured in'), 'Percentage points');
    await userEvent.selectOptions(within(form).getByLabelText('Direction'), 'Falls');
    expect(await within(form).findByText(/^It would have triggered 2 times in the 4 periods so far/)).toBeTruthy();
    await userEvent.click(within(form).getByRole('button', { name: 'Set alert' }));
    await waitFor(() => expect(server.sent(`POST ${PATH}/alerts`)).toHaveLength(1));
    expect(server.sent(`POST ${PATH}/alerts`)[0]).toMatchObject({
      measure: 'roa',
      condition: { kind: 'change', when: 'falls', by: 0.005, unit: 'value', against: 'period' },
      quiet: null,
    });
  });

  it('can be on each member, or on one', async () => {
    server.answers[`POST ${PATH}/alerts/course`] = (body) =>
      Response.json((body as { scope: { kind: string } }).scope.kind === 'any' ? ofStates : course);
    const form = await openForm();
    await userEvent.selectOptions(within(form).getByLabelText('Watch'), 'The figure of each member');
    expect(await within(form).findByText('2 members in the latest complete period')).toBeTruthy();
    await userEvent.selectOptions(within(form).getByLabelText('Condition'), 'Below');
    await fill(within(form).getByLabelText('Value'), '7.5');
    expect(await within(form).findByText('Triggers at once: TX.')).toBeTruthy();
    expect(within(form).getByText('It would have triggered 2 times in the 5 periods so far (members concerned: 1).')).toBeTruthy(); // prettier-ignore
    await userEvent.selectOptions(within(form).getByLabelText('Watch'), 'The figure of one member');
    await userEvent.click(within(form).getByRole('button', { name: 'Set alert' }));
    expect(await within(form).findByText('Choose a member.')).toBeTruthy();
    await userEvent.click(within(form).getByRole('combobox', { name: 'Member' }));
    await userEvent.click(await screen.findByRole('option', { name: 'VT (12.10%)' }));
    await userEvent.click(within(form).getByRole('button', { name: 'Set alert' }));
    await waitFor(() => expect(server.sent(`POST ${PATH}/alerts`)).toHaveLength(1));
    expect(server.sent(`POST ${PATH}/alerts`)[0]).toMatchObject({
      scope: { kind: 'member', parts: [{ field: 'state', value: 'VT' }] },
    });
  });

  it('cannot be on a text', async () => {
    await open();
    await screen.findByRole('button', { name: 'Options for By state' });
    expect(screen.queryByRole('button', { name: 'Options for Words' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Alerts/ })).toBeNull();
  });
});

describe('the alerts of a reader', () => {
  const check: AlertCheck = {
    id: id(2),
    checkedAt: '2026-05-02T06:00:00.000Z',
    status: 'firing',
    failure: null,
    value: 0.065,
    period: '2026-04-01',
    reference: 0.07,
    dataVersion: 1,
    members: null,
    isChange: true,
  };

  it('are opened from the header, with their state, condition, value and history', async () => {
    alerts = [alert];
    server.answers[`GET /api/v1/report-alerts/${alert.id}/checks`] = () => Response.json({ checks: [check] });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Alerts, 1 triggered' }));
    const panel = await screen.findByRole('dialog', { name: 'Alerts' });
    const item = await within(panel).findByRole('listitem', { name: 'Thin capital' });
    expect(within(item).getByText('Triggered')).toBeTruthy();
    expect(within(item).getByText('When below 7.00%, until 7.50% or more')).toBeTruthy();
    expect(within(item).getByText('Net worth ratio: 6.50% in Apr 2026')).toBeTruthy();
    expect(within(item).getByText('The notice is held until Sat, May 2, 2026, 07:00')).toBeTruthy();
    await userEvent.click(within(item).getByRole('button', { name: 'History' }));
    const history = await within(item).findByRole('list', { name: 'Last checks' });
    expect(history.textContent).toBe('Sat, May 2, 2026, 06:00: Triggered, 6.50% in Apr 2026');
  });

  it('name the members that triggered, in their list and on the home page', async () => {
    const finding = { value: 0.065, reference: 0.07 };
    const members = {
      total: 51,
      firing: 2,
      findings: [
        { ...finding, label: { en: 'Vermont' }, status: 'firing' as const },
        { ...finding, label: { en: 'Maine' }, status: 'firing' as const },
        { value: null, reference: null, label: { en: 'Guam' }, status: 'gone' as const },
      ],
      more: 0,
    };
    alerts = [{ ...alert, scope: { kind: 'any', fields: ['state'] }, value: null, members }];
    server.answers['GET /api/v1/data-version'] = () =>
      Response.json({ dataVersion: 1, asOf: '2025-12-31', loadedAt: '2026-11-01T10:00:00.000Z' });
    await open('?alerts=open');
    const item = await screen.findByRole('listitem', { name: 'Thin capital' });
    expect(within(item).getByText('2 of 51 members triggered')).toBeTruthy();
    expect(within(item).getByText('Triggered: Vermont (6.50%), Maine (6.50%)')).toBeTruthy();
    expect(within(item).getByText('No longer in the data: Guam')).toBeTruthy();
    await openPortal('/home', person('tenant.user'));
    expect(
      await screen.findByRole('link', {
        name: 'Alert “Thin capital” is triggered by 2 members: Vermont, Maine',
      }),
    ).toBeTruthy();
  });

  it('are edited, paused and deleted', async () => {
    alerts = [alert];
    const own = `/api/v1/report-alerts/${alert.id}`;
    server.answers[`PATCH ${own}`] = () => Response.json({ alerts, zone: 'UTC', mail: true, webhooks });
    server.answers[`POST ${own}/pause`] = () =>
      Response.json({ alerts: [{ ...alert, isPaused: true }], zone: 'UTC', mail: true, webhooks });
    server.answers[`DELETE ${own}`] = () => Response.json({ alerts: [], zone: 'UTC', mail: true, webhooks });
    // As a notice leads to it.
    await open('?alerts=open');
    const panel = await screen.findByRole('dialog', { name: 'Alerts' });
    await userEvent.click(await within(panel).findByRole('button', { name: 'Edit' }));
    const form = await screen.findByRole('dialog', { name: 'Edit alert' });
    const value = within(form).getByLabelText('Value') as HTMLInputElement;
    expect(value.value).toBe('7 %');
    await userEvent.clear(value);
    await fill(value, '6');
    await userEvent.click(within(form).getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(server.sent(`PATCH ${own}`)).toEqual([
        {
          title: 'Thin capital',
          condition: { kind: 'threshold', when: 'below', value: 0.06, clear: 0.075 },
          quiet: null,
          mail: true,
          webhook: null,
          basedOn: 3,
        },
      ]),
    );
    const list = await screen.findByRole('dialog', { name: 'Alerts' });
    await userEvent.click(await within(list).findByRole('button', { name: 'Pause' }));
    expect(await within(list).findByText('Paused')).toBeTruthy();
    expect(server.sent(`POST ${own}/pause`)).toEqual([{ paused: true }]);
    await userEvent.click(within(list).getByRole('button', { name: 'Delete' }));
    expect(await within(list).findByText(/^You have no alerts on this report/)).toBeTruthy();
  });

  it('are on the home page while they are triggered, and where they can be deleted only', async () => {
    const closed = { ...alert, id: id(3), title: 'Closed', status: 'no-access', reportTitle: null } as const;
    alerts = [alert, closed, { ...alert, id: id(4), title: 'Calm', status: 'ok' }];
    server.answers['GET /api/v1/data-version'] = () =>
      Response.json({ dataVersion: 1, asOf: '2025-12-31', loadedAt: '2026-11-01T10:00:00.000Z' });
    server.answers[`DELETE /api/v1/report-alerts/${closed.id}`] = () =>
      Response.json({ alerts: [alert], zone: 'UTC', mail: true, webhooks });
    await openPortal('/home', person('tenant.user'));
    const attention = await screen.findByRole('region', { name: 'Needs attention' });
    const link = within(attention).getByRole('link', { name: 'Alert “Thin capital” is triggered' });
    expect(link.getAttribute('href')).toBe(`/reports/${report.id}?alerts=open`);
    expect(within(attention).queryByText(/Calm/)).toBeNull();
    await userEvent.click(within(attention).getByRole('button', { name: 'Delete alert: Closed' }));
    await waitFor(() => expect(within(attention).queryByText(/Closed/)).toBeNull());
  });
});
