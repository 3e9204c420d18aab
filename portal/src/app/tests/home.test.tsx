import type { ReportSummary, Workspace } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const WORKSPACE = '018f3a52-7d1c-7000-8000-000000000001';
const can = { edit: false, move: false, copy: false, archive: false, restore: false, verify: false, share: false };
const report = (number: number, more: Partial<ReportSummary> = {}): ReportSummary => ({
  id: `018f3a52-7d1c-7000-8000-0000000001${String(number).padStart(2, '0')}`,
  key: `report-${number}`,
  title: { en: `Report ${number}` },
  purpose: { en: `Purpose ${number}` },
  dataset: 'call_report',
  workspace: WORKSPACE,
  updatedAt: '2026-11-01T10:00:00.000Z',
  template: false,
  revision: 1,
  version: 1,
  hasDraft: false,
  archivedAt: null,
  favorite: false,
  verified: null,
  can,
  ...more,
});
const workspace = { id: WORKSPACE, archivedAt: null } as Workspace;

let reports: ReportSummary[];
let loaded: boolean;
let datasets: unknown[];
let alerts: unknown[];
beforeEach(() => {
  reports = [];
  loaded = true;
  datasets = [{ name: 'call_report' }];
  alerts = [];
  server.answers['GET /api/v1/reports'] = () => Response.json({ reports });
  server.answers['GET /api/v1/workspaces'] = () => Response.json({ workspaces: [workspace] });
  server.answers['GET /api/v1/data-version'] = () =>
    Response.json(
      loaded
        ? { dataVersion: 3, asOf: '2025-12-31', loadedAt: '2026-11-01T10:00:00.000Z' }
        : { dataVersion: null, asOf: null, loadedAt: null },
    );
  server.answers['GET /api/v1/catalog'] = () => Response.json({ datasets });
  server.answers['GET /api/v1/alerts'] = () => Response.json({ alerts, tests: null });
});

describe('home', () => {
  it('has the key figures of the chosen report, and the reader’s subscriptions', async () => {
    const [chosen] = [report(7)];
    const figure = (measure: string, title: string) => ({ measure, title: { en: title } });
    server.answers['GET /api/v1/home'] = () =>
      Response.json({
        report: {
          id: chosen!.id,
          title: chosen!.title,
          figures: [figure('assets', 'Total assets'), figure('ratio', 'Net worth ratio')],
        },
        subscriptions: [
          {
            id: WORKSPACE,
            title: 'For the board',
            report: chosen!.id,
            reportTitle: chosen!.title,
            isOwn: false,
            zone: 'UTC',
            next: '2026-12-01T08:00:00.000Z',
            paused: null,
            last: { slot: '2026-11-01T08:00:00.000Z', status: 'failed', skipped: null },
          },
        ],
      });
    server.answers['GET /api/v1/home/figures'] = () =>
      Response.json({
        report: chosen!.id,
        asOf: '2025-12-31',
        currency: 'USD',
        period: null,
        figures: [
          { measure: 'assets', value: '1234', format: { unit: 'currency', decimals: 0, truncate: false } },
          { measure: 'ratio', value: '0.1234', format: { unit: 'percent', decimals: 2, truncate: true } },
        ],
      });
    await openPortal('/home', person('tenant.user'));
    const figures = await screen.findByRole('region', { name: 'Report 7' });
    expect(within(figures).getByRole('link', { name: 'Report 7' }).getAttribute('href')).toBe(`/reports/${chosen!.id}`);
    expect(await within(figures).findByText('12.34%')).toBeTruthy();
    expect(within(figures).getByRole('article', { name: 'Total assets' }).textContent).toContain('$1.23K');
    expect(within(figures).getByText('As of Dec 31, 2025')).toBeTruthy();
    const subscriptions = screen.getByRole('region', { name: 'Subscriptions' });
    const link = within(subscriptions).getByRole('link', { name: /^For the board/ });
    expect(link.getAttribute('href')).toBe(`/reports/${chosen!.id}?subscriptions=open`);
    expect(link.textContent).toContain('Sent to you');
    expect(link.textContent).toMatch(/Next: Tue, Dec 1, 2026, 08:00/);
    expect(link.textContent).toMatch(/Last \(Sun, Nov 1, 2026, 08:00\): Failed/);
  });

  it('begins with favorites, which are marked and unmarked there', async () => {
    reports = [report(1), report(2)];
    server.answers[`PUT /api/v1/reports/${report(2).id}/favorite`] = (body) => {
      reports[1] = report(2, body as { favorite: boolean });
      return Response.json(body);
    };
    await openPortal('/home', person('tenant.user'));
    const star = await screen.findByRole('button', { name: 'Favorite: Report 2' });
    expect(screen.queryByRole('region', { name: 'Favorites' })).toBeNull();
    await userEvent.click(star);
    const favorites = await screen.findByRole('region', { name: 'Favorites' });
    expect(within(favorites).getByRole('link', { name: /^Report 2/ })).toBeTruthy();
    expect(within(favorites).getByRole('button', { pressed: true })).toBeTruthy();
    expect(
      within(screen.getByRole('region', { name: 'Your reports' })).queryByRole('link', { name: /^Report 2/ }),
    ).toBeNull();
    await userEvent.click(within(favorites).getByRole('button', { name: 'Favorite: Report 2' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Favorites' })).toBeNull());
  });

  it('takes a mark back that could not be stored, and says so', async () => {
    reports = [report(1)];
    let refuse = (_response: Response) => {};
    const refused = new Promise<Response>((resolve) => {
      refuse = resolve;
    });
    server.answers[`PUT /api/v1/reports/${report(1).id}/favorite`] = () => refused;
    await openPortal('/home', person('tenant.user'));
    await userEvent.click(await screen.findByRole('button', { name: 'Favorite: Report 1' }));
    // The report is in the other list before the server answers.
    await screen.findByRole('region', { name: 'Favorites' });
    refuse(Response.json({ error: { code: 'CONFLICT', message: 'x', requestId: 'r' } }, { status: 409 }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Favorites', hidden: true })).toBeNull();
  });

  it('lists some of many reports, and none that is archived', async () => {
    reports = [
      ...Array.from({ length: 10 }, (_, place) => report(place)),
      report(10, { title: { en: 'Archived one' }, archivedAt: '2026-11-02T10:00:00.000Z' }),
    ];
    await openPortal('/home', person('tenant.user'));
    const own = await screen.findByRole('region', { name: 'Your reports' });
    expect(within(own).getAllByRole('listitem')).toHaveLength(8);
    expect(within(own).getByRole('link', { name: 'All 10 reports' }).getAttribute('href')).toBe('/reports');
    expect(screen.queryByRole('link', { name: /^Archived one/ })).toBeNull();
  });

  it('shows an administrator of a new tenant what to do next, until a figure can be had', async () => {
    loaded = false;
    datasets = [];
    const { cache } = await openPortal('/home', person('tenant.admin'));
    const start = await screen.findByRole('region', { name: 'Get started' });
    // Only the next step leads somewhere.
    expect(
      within(start)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href')),
    ).toEqual(['/import']);
    loaded = true;
    await cache.invalidateQueries();
    await waitFor(() =>
      expect(
        within(start)
          .getAllByRole('link')
          .map((link) => link.getAttribute('href')),
      ).toEqual(['/model/edit']),
    );
    expect(within(start).getByLabelText('Done')).toBeTruthy();
    datasets = [{ name: 'loans' }];
    await cache.invalidateQueries();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull());
  });

  it('has no steps for readers, who cannot take them', async () => {
    loaded = false;
    datasets = [];
    await openPortal('/home', person('tenant.user'));
    expect(await screen.findByText('No data has been loaded for this organization yet.')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Get started' })).toBeNull();
    expect(screen.getByText('No reports yet')).toBeTruthy();
  });

  it('names what needs attention to those who can settle it', async () => {
    alerts = [{ configuratorType: 'loanType', unmappedCount: 1 }];
    await openPortal('/home', person('tenant.admin'));
    const attention = await screen.findByRole('region', { name: 'Needs attention' });
    const link = within(attention).getByRole('link', { name: 'Loan type configuration has 1 unconfigured value' });
    expect(link.getAttribute('href')).toBe('/configuration/loanType');
  });

  it('does not name it to others', async () => {
    alerts = [{ configuratorType: 'loanType', unmappedCount: 1 }];
    await openPortal('/home', person('tenant.user'));
    expect(await screen.findByRole('region', { name: 'Your reports' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Needs attention' })).toBeNull();
  });
});
