import type { ExportJob, Report } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { scorecard } from '../../features/report/scorecard.fixture.ts';
import { openPortal, person, server, usePortal } from './portal.fixture.tsx';
import { answerReport, runOf } from './report-answers.fixture.ts';

usePortal();

const report: Report = scorecard({});
const PATH = `/api/v1/reports/${report.id}`;
const ID = '018f3a52-7d1c-7000-8000-0000000000aa';
const PREPARE = `POST ${PATH}/exports`;
let jobs: ExportJob[];

const job = (part: Partial<ExportJob>): ExportJob => ({
  id: ID,
  report: report.id,
  title: report.document.title,
  format: 'xlsx',
  status: 'running',
  bytes: 2_500_000,
  name: null,
  failure: null,
  createdAt: '2026-11-27T10:00:00.000Z',
  expiresAt: '2026-11-28T10:00:00.000Z',
  ...part,
});

beforeEach(() => {
  jobs = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  answerReport(report);
  server.answers[`POST ${PATH}/run`] = () => runOf([]);
  server.answers[`GET /api/v1/exports`] = () => Response.json({ exports: jobs });
});

const drawer = () => screen.findByRole('dialog', { name: 'Prepared exports' });

describe('prepared exports', () => {
  it('take over a download that takes long, and say when the file is ready', async () => {
    server.answers[`POST ${PATH}/export`] = () => new Promise<Response>(() => undefined);
    server.answers[PREPARE] = () => {
      jobs = [job({})];
      return Response.json(jobs[0]);
    };
    await openPortal(`/reports/${report.id}`, person('tenant.user'));
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'PDF (Letter)' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Continue in the background' }));
    expect(await within(await drawer()).findByText('Preparing… 2.5 MB')).toBeTruthy();
    expect(server.sent(PREPARE)).toMatchObject([{ format: 'pdf', paper: 'letter' }]);
    jobs = [job({ status: 'ready', name: 'Scorecard.pdf', bytes: 3_000_000 })];
    const item = await screen.findByRole('listitem', { name: 'Scorecard.pdf' });
    expect(item.textContent).toMatch(/3 MB · until Nov 28, 2026/);
  });

  it('are opened by a notification, downloaded and deleted', async () => {
    jobs = [job({ status: 'ready', name: 'Scorecard.xlsx' })];
    const file = vi.fn<() => Response>(() => new Response(new Uint8Array([1, 2, 3])));
    server.answers[`GET /api/v1/exports/${ID}/file`] = file;
    server.answers[`DELETE /api/v1/exports/${ID}`] = () => Response.json({ exports: [] });
    await openPortal(`/reports/${report.id}?exports=open`, person('tenant.user'));
    const list = within(await drawer());
    await userEvent.click(await list.findByRole('button', { name: 'Download' }));
    await waitFor(() => expect(file).toHaveBeenCalledOnce());
    await userEvent.click(await list.findByRole('button', { name: 'Delete' }));
    expect(await list.findByText(/^No exports are being prepared/)).toBeTruthy();
  });

  it('have a link for another device, which says until when', async () => {
    jobs = [job({ status: 'ready', name: 'Scorecard.xlsx' })];
    const url = 'https://rise.example/api/v1/export-downloads/abc';
    server.answers[`POST /api/v1/exports/${ID}/link`] = () =>
      Response.json({ url, expiresAt: '2026-11-27T10:15:00.000Z' });
    await openPortal(`/reports/${report.id}?exports=open`, person('tenant.user'));
    const list = within(await drawer());
    await userEvent.click(await list.findByRole('button', { name: 'Create download link' }));
    expect((await list.findByLabelText<HTMLInputElement>('Download link')).value).toBe(url);
    expect(list.getByText(/can download the file until Nov 27, 2026/)).toBeTruthy();
    expect(list.getByRole('button', { name: 'Copy Download link' })).toBeTruthy();
  });

  it('say why a file was not written', async () => {
    const failure = { code: 'QUERY_INVALID', message: '“List of peers” has more than 2,000 rows.' };
    jobs = [job({ status: 'failed', failure })];
    await openPortal(`/reports/${report.id}?exports=open`, person('tenant.user'));
    expect((await within(await drawer()).findByRole('alert')).textContent).toBe(failure.message);
  });

  it('are refused where too many are being prepared', async () => {
    server.answers[`POST ${PATH}/export`] = () => new Promise<Response>(() => undefined);
    const message = '3 exports are being prepared. Wait for one, or cancel it.';
    server.answers[PREPARE] = () =>
      Response.json({ error: { code: 'CONFLICT', message, requestId: 'r' } }, { status: 409 });
    await openPortal(`/reports/${report.id}`, person('tenant.user'));
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Excel (.xlsx)' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Continue in the background' }));
    expect(await screen.findByText(message)).toBeTruthy();
  });
});
