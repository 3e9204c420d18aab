import type { Report } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { scorecard } from '../../features/report/scorecard.fixture.ts';
import { fill, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const scored = scorecard({});
const PATH = `/api/v1/reports/${scored.id}`;
const MARK = { by: 'boss@alder.example', at: '2026-11-02T10:00:00.000Z' };
const verification = { ...MARK, version: 3, note: 'Against the filed report', withdrawn: null };
const EDITOR = { ...scored.can, verify: true };

let report: Report;
beforeEach(() => {
  // Without data, nothing runs.
  report = { ...scored, version: 3, dataVersion: null, asOf: null, loadedAt: null, defaultSubject: null };
  server.answers[`GET ${PATH}`] = () => Response.json(report);
  server.answers[`GET ${PATH}/views`] = () => Response.json({ views: [], can: { share: false } });
  server.answers[`GET ${PATH}/comments`] = () => Response.json({ threads: [] });
  server.answers['GET /api/v1/reports'] = () => Response.json({ reports: [report] });
});
const open = () => openPortal(`/reports/${report.id}`, person('tenant.user'));

describe('the verified mark of a report', () => {
  it('says who verified which version, and when, on its page and in lists', async () => {
    report = { ...report, verified: MARK, verification };
    await open();
    expect(await screen.findByText(/^Verified by boss@alder.example on Nov 2, 2026 \(version 3\)\./)).toBeTruthy();
    expect(screen.getByText('Against the filed report')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Remove mark' })).toBeNull();
    await userEvent.click(screen.getAllByRole('link', { name: 'Reports' })[0]!);
    const name = 'Verified by boss@alder.example on Nov 2, 2026';
    expect(await screen.findByRole('img', { name })).toBeTruthy();
  });

  it('says why it was withdrawn, and is in no list then', async () => {
    report = { ...report, verification: { ...verification, withdrawn: 'model' } };
    await open();
    expect(await screen.findByText(/^No longer verified: the model has changed\. Last verified by boss@/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Mark as verified' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
    expect(await screen.findByRole('menuitem', { name: 'As reported' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Mark as verified' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getAllByRole('link', { name: 'Reports' })[0]!);
    await screen.findByRole('link', { name: 'Board scorecard' });
    expect(screen.queryByRole('img', { name: /^Verified by/ })).toBeNull();
  });

  it('is set with a note by those who may edit, for the version that they see, and taken away', async () => {
    report = { ...report, can: EDITOR };
    let isNewer = true;
    server.answers[`PUT ${PATH}/verification`] = () => {
      if (isNewer) return Response.json({ error: { code: 'CONFLICT', message: 'x', requestId: 'r' } }, { status: 409 });
      report = { ...report, verified: MARK, verification };
      return Response.json(report);
    };
    server.answers[`DELETE ${PATH}/verification`] = () => {
      report = { ...report, verified: null, verification: null };
      return Response.json(report);
    };
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Mark as verified' }));
    const dialog = await screen.findByRole('dialog', { name: 'Mark version 3 as verified' });
    await fill(within(dialog).getByRole('textbox'), 'Checked');
    const submit = within(dialog).getByRole('button', { name: 'Mark as verified' });
    await userEvent.click(submit);
    expect((await within(dialog).findByRole('alert')).textContent).toMatch(/^A new version was published/);
    isNewer = false;
    await userEvent.click(submit);
    await userEvent.click(await screen.findByRole('button', { name: 'Remove mark' }));
    await waitFor(() => expect(screen.queryByText(/Verified by/)).toBeNull());
    expect(server.sent(`PUT ${PATH}/verification`)).toEqual([
      { version: 3, note: 'Checked' },
      { version: 3, note: 'Checked' },
    ]);
  });
});
