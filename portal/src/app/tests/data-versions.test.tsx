import type { DataVersion, Retention } from '@rise/contract';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const version = (number: number, change: Partial<DataVersion> = {}): DataVersion => ({
  number,
  source: `Load ${number}`,
  asOf: '2026-06-30',
  loadedAt: '2026-07-02T08:00:00.000Z',
  current: false,
  loadedBy: 'ada@alder.example',
  origin: 'import',
  importId: null,
  note: '',
  pinned: null,
  freezes: 0,
  removedAt: null,
  restoredFrom: null,
  restorable: true,
  tests: null,
  tables: [
    {
      table: 'loans',
      rows: 1200 + number,
      before: number === 1 ? null : 1250,
      totals: [{ column: 'amount', total: '1000.10', before: number === 1 ? null : '1000.20' }],
    },
  ],
  ...change,
});

let versions: DataVersion[];
let retention: Retention;
beforeEach(() => {
  retention = { versions: 30, days: null };
  server.answers['GET /api/v1/data-version/retention'] = () => Response.json(retention);
  server.answers['PUT /api/v1/data-version/retention'] = (body) => {
    retention = body as Retention;
    return Response.json(retention);
  };
  versions = [version(2, { current: true }), version(1)];
  server.answers['GET /api/v1/data-version/history'] = () => Response.json({ versions, next: null });
  server.answers['POST /api/v1/data-version/restore'] = () => {
    versions = [version(3, { current: true, source: 'Load 1', restoredFrom: 1 }), version(2), version(1)];
    return Response.json({
      dataVersion: 3,
      source: 'Load 1',
      asOf: '2026-06-30',
      loadedAt: '2026-07-03T08:00:00.000Z',
    });
  };
});

const open = () => openPortal('/data-versions', person('tenant.admin'));

describe('data versions', () => {
  it('are listed with the rows of their tables beside those of the version before', async () => {
    await open();
    const item = (heading: HTMLElement) => heading.closest('li')!;
    const second = item(await screen.findByRole('heading', { name: /^Version 2/ }));
    const first = item(screen.getByRole('heading', { name: 'Version 1' }));
    expect(second.textContent).toMatch(/Version 2.*Current.*Load 2/);
    expect(within(second).queryByRole('button', { name: /Restore/ })).toBeNull();
    const row = within(second).getByRole('row', { name: /loans/, hidden: true });
    expect([...row.children].map((cell) => cell.textContent)).toEqual(['loans', '1,202', '1,250', '-48']);
    expect(within(first).getByRole('row', { name: /loans/, hidden: true }).textContent).toBe('loans1,201');
    const sum = within(second).getByRole('row', { name: /Total of amount/, hidden: true });
    expect([...sum.children].map((cell) => cell.textContent)).toEqual([
      'Total of amount',
      '1,000.10',
      '1,000.20',
      '−0.10',
    ]);
  });

  it('say whether the tests of the model pass on them', async () => {
    versions = [
      version(3, { current: true, tests: { passed: 2, failed: 1, notRun: 1 } }),
      version(2, { tests: { passed: 4, failed: 0, notRun: 0 } }),
      version(1),
    ];
    await open();
    const link = await screen.findByRole('link', { name: '2 of 4 model tests do not pass' });
    expect(link.getAttribute('href')).toBe('/model/edit?panel=tests');
    expect(screen.getByRole('link', { name: 'All 4 model tests pass' })).toBeTruthy();
    expect(screen.getAllByRole('link', { name: /model tests/ })).toHaveLength(2);
  });

  it('say who loaded them and why, which are pinned, and which are gone', async () => {
    versions = [
      version(3, { current: true, note: 'June month-end', pinned: '2025 annual report' }),
      version(2, { origin: 'sample', loadedBy: null, removedAt: '2026-07-05T08:00:00.000Z', restorable: false }),
    ];
    await open();
    const items = (await screen.findByRole('heading', { name: /^Version 3/ })).closest('ol')!.children;
    expect(items[0]!.textContent).toMatch(/2025 annual report.*June month-end.*Import · .*by ada@alder\.example/);
    expect(items[1]!.textContent).toMatch(/Sample data · .*removed on/);
    expect(within(items[1] as HTMLElement).queryByRole('button', { name: /Pin|Restore/ })).toBeNull();
  });

  it('are pinned under a name, and unpinned', async () => {
    server.answers['PUT /api/v1/data-version/1/pin'] = (body) => {
      const { name } = body as { name: string };
      versions = [versions[0]!, version(1, { pinned: name })];
      return Response.json({ pinned: name });
    };
    server.answers['DELETE /api/v1/data-version/1/pin'] = () => {
      versions = [versions[0]!, version(1)];
      return Response.json({ pinned: null });
    };
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Pin version 1' }));
    await fill(await screen.findByLabelText('Name of the pinned version'), 'Audit', '{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Unpin version 1' }));
    expect(await screen.findByRole('button', { name: 'Pin version 1' })).toBeTruthy();
    expect(server.sent('PUT /api/v1/data-version/1/pin')).toEqual([{ name: 'Audit' }]);
  });

  it('are retained as long as is set', async () => {
    await open();
    expect(await screen.findByText(/The newest 30 versions are retained/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Change' }));
    await userEvent.clear(screen.getByLabelText('Newest versions to retain'));
    await fill(screen.getByLabelText('Days to retain versions'), '365');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Versions of the last 365 days are retained/)).toBeTruthy();
    expect(server.sent('PUT /api/v1/data-version/retention')).toEqual([{ versions: null, days: 365 }]);
  });

  it('have pages in the address', async () => {
    server.answers['GET /api/v1/data-version/history'] = () => Response.json({ versions, next: 1 });
    server.answers['GET /api/v1/data-version/history?before=1'] = () =>
      Response.json({ versions: [version(9)], next: null });
    const { address } = await open();
    await userEvent.click(await screen.findByRole('link', { name: 'Older versions' }));
    expect(await screen.findByRole('heading', { name: 'Version 9' })).toBeTruthy();
    expect(address()).toBe('/data-versions?before=1');
    await userEvent.click(screen.getByRole('link', { name: 'Newest versions' }));
    expect(await screen.findByRole('heading', { name: /^Version 2/ })).toBeTruthy();
  });

  it('an older one is restored after a confirmation', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Restore version 1' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Load 1');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Restore' }));
    expect(await screen.findByText('Version 3 is current now. It has the data of version 1.')).toBeTruthy();
    expect(server.sent('POST /api/v1/data-version/restore')).toEqual([{ version: 1 }]);
    expect(await screen.findByText(/Data of version 1/)).toBeTruthy();
  });

  it('says why one could not be restored', async () => {
    server.answers['POST /api/v1/data-version/restore'] = () =>
      Response.json({ error: { code: 'CONFLICT', message: 'x', requestId: 'r' } }, { status: 409 });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Restore version 1' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Restore' }));
    expect(await screen.findByRole('alert')).toBeTruthy();
  });

  it('says so where no data was loaded', async () => {
    versions = [];
    await open();
    expect(await screen.findByText('No data yet')).toBeTruthy();
  });
});
