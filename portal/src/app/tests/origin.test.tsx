import type { OriginUpdate, Report, ReportDraft } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { scorecard } from '../../features/report/scorecard.fixture.ts';
import { openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const scored = scorecard({});
const PATH = `/api/v1/reports/${scored.id}`;
const MERGE = `POST ${PATH}/origin/merge`;
const DISMISS = `POST ${PATH}/origin/dismiss`;
const NEWS = 'The report that this is a copy of has changed';

const tile = { part: 'tile' as const, page: { en: 'Overview' }, properties: [], conflict: null };
const UPDATE: OriginUpdate = {
  origin: { id: '018f3a52-7d1c-7000-8000-00000000000f', title: { en: 'Board template' } },
  base: 1,
  version: 2,
  publishedAt: '2026-11-02T10:00:00.000Z',
  note: 'Quarterly review',
  isDismissed: false,
  revision: 7,
  changes: [
    {
      ...tile,
      id: 'tiles/loans',
      kind: 'changed',
      title: { en: 'Loans' },
      properties: ['measures', 'labels'],
      conflict: 'changed',
    },
    { ...tile, id: 'tiles/old', kind: 'removed', title: { en: 'Old' }, conflict: 'changed' },
    { ...tile, id: 'tiles/new', kind: 'added', title: { en: 'New' } },
    {
      ...tile,
      id: 'report/filters',
      part: 'report',
      kind: 'changed',
      title: null,
      page: null,
      properties: ['filters'],
    },
  ],
};

let report: Report;
let update: OriginUpdate | null;
beforeEach(() => {
  // Without data, nothing runs.
  const rest = { version: 3, dataVersion: null, asOf: null, loadedAt: null, defaultSubject: null };
  report = { ...scored, ...rest, can: { ...scored.can, edit: true } };
  update = UPDATE;
  server.answers[`GET ${PATH}`] = () => Response.json(report);
  server.answers[`GET ${PATH}/views`] = () => Response.json({ views: [], can: { share: false } });
  server.answers[`GET ${PATH}/comments`] = () => Response.json({ threads: [] });
  server.answers[`GET ${PATH}/origin`] = () => Response.json({ update });
  server.answers['GET /api/v1/reports'] = () => Response.json({ reports: [report] });
});
const open = () => openPortal(`/reports/${report.id}`, person('tenant.admin'));
const review = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Review changes' }));
  return screen.findByRole('dialog', { name: 'Changes of “Board template”' });
};

describe('a copy whose original has changed', () => {
  it('lists the changes in words, and merges those chosen of the conflicts into the draft, which opens then', async () => {
    let isStale = true;
    server.answers[MERGE] = () => {
      if (isStale) return Response.json({ error: { code: 'CONFLICT', message: 'x', requestId: 'r' } }, { status: 409 });
      update = null;
      return Response.json({ document: report.document, revision: 8 } as ReportDraft);
    };
    const { address } = await open();
    expect(await screen.findByText(NEWS)).toBeTruthy();
    const dialog = await review();
    expect(within(dialog).getByText(/^Version 2 of the original, published on Nov 2, 2026\./)).toBeTruthy();
    expect(within(dialog).getByText('Quarterly review')).toBeTruthy();
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Tile added: New · Overview', 'Filters for readers changed']);
    const loans = within(dialog).getByRole('radiogroup', { name: /^Tile changed: Loans \(data, appearance\)/ });
    expect(within(dialog).getAllByText('Changed here')).toHaveLength(2);
    const old = within(dialog).getByRole('radiogroup', { name: /^Tile removed: Old/ });
    for (const group of [loans, old])
      expect(within(group).getByRole<HTMLInputElement>('radio', { name: 'Keep this report’s' }).checked).toBe(true);
    await userEvent.click(within(old).getByRole('radio', { name: 'Take the original’s' }));
    const submit = within(dialog).getByRole('button', { name: 'Merge' });
    await userEvent.click(submit);
    expect((await within(dialog).findByRole('alert')).textContent).toMatch(/^The draft or the original has changed/);
    isStale = false;
    await userEvent.click(submit);
    await waitFor(() => expect(address()).toBe(`/reports/${report.id}/edit`));
    const body = { version: 2, basedOn: 7, theirs: ['tiles/old'] };
    expect(server.sent(MERGE)).toEqual([body, body]);
  });

  it('is silent about a version once it is dismissed, which is still in the menu', async () => {
    server.answers[DISMISS] = () => {
      update = { ...UPDATE, isDismissed: true };
      return Response.json({});
    };
    await open();
    const dialog = await review();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Dismiss until the next version' }));
    await waitFor(() => expect(screen.queryByText(NEWS)).toBeNull());
    expect(server.sent(DISMISS)).toEqual([{ version: 2 }]);
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Changes of the original' }));
    const again = await screen.findByRole('dialog', { name: 'Changes of “Board template”' });
    expect(within(again).queryByRole('button', { name: 'Dismiss until the next version' })).toBeNull();
  });

  it('says nothing to those who may not edit it', async () => {
    report = { ...report, can: { ...report.can, edit: false } };
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    expect(await screen.findByRole('menuitem', { name: 'As reported' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Changes of the original' })).toBeNull();
    expect(screen.queryByText(NEWS)).toBeNull();
    expect(server.sent(`GET ${PATH}/origin`)).toEqual([]);
  });
});
