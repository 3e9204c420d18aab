import type { DataVersion } from '@rise/contract';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const version = (number: number, change: Partial<DataVersion> = {}): DataVersion => ({
  number,
  source: `Load ${number}`,
  asOf: '2026-06-30',
  loadedAt: '2026-07-02T08:00:00.000Z',
  current: false,
  loadedBy: null,
  origin: 'import',
  importId: null,
  note: '',
  pinned: null,
  removedAt: null,
  restoredFrom: null,
  restorable: true,
  tables: [{ table: 'loans', rows: 1200 + number, before: number === 1 ? null : 1250, totals: [] }],
  ...change,
});

let versions: DataVersion[];
beforeEach(() => {
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
