import type { MailItem, MailSettings, StoredMail } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const id = '018f3a52-7d1c-7000-8000-000000000001';
const failed: MailItem = {
  id,
  kind: 'report-subscription',
  recipient: 'eva@auditors.example',
  subject: 'Totals, as of Dec 31, 2025',
  status: 'failed',
  createdAt: '2026-11-01T10:00:00.000Z',
  sentAt: null,
  attempts: 20,
  reason: 'mailbox unavailable',
  nextAttemptAt: null,
  files: ['Totals.pdf'],
};
const HTML = '<!doctype html><html><head></head><body><p>Figures</p></body></html>';

let settings: MailSettings;
let mails: MailItem[];
let hasServer: boolean;
beforeEach(() => {
  settings = { domains: [], verified: [], unsubscribed: [], server: true };
  mails = [failed];
  hasServer = true;
  server.answers['GET /api/v1/mail/settings'] = () => Response.json(settings);
  const list = () => Response.json({ mails, total: mails.length, server: hasServer });
  for (const query of [
    'page=1',
    'status=failed&search=eva&page=1',
    'status=failed&kind=report-alert&search=eva&page=1',
  ])
    server.answers[`GET /api/v1/mail?${query}`] = list;
  server.answers[`GET /api/v1/mail/${id}`] = () =>
    Response.json({ ...mails[0]!, text: 'Figures', html: HTML } satisfies StoredMail);
});
const open = (address = '/mail') => openPortal(address, person('tenant.admin'));

describe('the outbox', () => {
  it('shows a mail in a frame in which nothing can run, says why it failed, and sends it again', async () => {
    server.answers[`POST /api/v1/mail/${id}/retry`] = () => {
      mails = [{ ...failed, status: 'waiting', attempts: 0, reason: null }];
      return Response.json(mails[0]);
    };
    await open();
    await userEvent.click(await screen.findByRole('button', { name: failed.subject }));
    const drawer = await screen.findByRole('dialog', { name: failed.subject });
    const frame = await within(drawer).findByTitle(`Preview of “${failed.subject}”`);
    expect(frame.getAttribute('sandbox')).toBe('');
    expect(frame.getAttribute('srcdoc')).toBe(HTML);
    expect(within(drawer).getByText('mailbox unavailable')).toBeTruthy();
    expect(within(drawer).getByText('Totals.pdf')).toBeTruthy();
    await userEvent.click(within(drawer).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(within(drawer).getByText('Waiting')).toBeTruthy());
    expect(within(drawer).queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('shows of an invitation who gets it and what became of it, and no content', async () => {
    mails = [{ ...failed, kind: 'invitation', subject: 'Invitation to Alder', files: [] }];
    server.answers[`GET /api/v1/mail/${id}`] = () =>
      Response.json({ ...mails[0]!, text: null, html: null } satisfies StoredMail);
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Invitation to Alder' }));
    const drawer = await screen.findByRole('dialog', { name: 'Invitation to Alder' });
    expect(await within(drawer).findByText(/^The content of an invitation isn’t shown/)).toBeTruthy();
    expect(within(drawer).getByText('eva@auditors.example')).toBeTruthy();
    expect(within(drawer).queryByTitle(/^Preview/)).toBeNull();
  });

  it('has its filters in the address', async () => {
    mails = [];
    await open('/mail?status=failed&q=eva');
    expect(await screen.findByText('No mail matches')).toBeTruthy();
    expect(((await screen.findByLabelText('Status')) as HTMLSelectElement).value).toBe('failed');
    await userEvent.selectOptions(screen.getByLabelText('Kind'), 'Alert');
    const request = 'GET /api/v1/mail?status=failed&kind=report-alert&search=eva&page=1';
    await waitFor(() => expect(server.requests.map(({ key }) => key)).toContain(request));
  });

  it('says that mail is held without a mail server', async () => {
    hasServer = false;
    mails = [{ ...failed, status: 'held', reason: null }];
    await open();
    expect(await screen.findByText(/^No mail server is set up here: mail is held/)).toBeTruthy();
  });
});

describe('addresses outside', () => {
  it('can be at the tenant’s own domains, which are offered', async () => {
    settings = { ...settings, domains: ['auditors.example'], verified: ['alder.example', 'auditors.example'] };
    server.answers['PATCH /api/v1/mail/settings'] = (body) => {
      settings = { ...settings, ...(body as { domains: string[] }) };
      return Response.json(settings);
    };
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Add alder.example' }));
    expect(screen.queryByRole('button', { name: 'Add alder.example' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Save domains' }));
    expect(await screen.findByText('Domains saved.')).toBeTruthy();
    expect(server.sent('PATCH /api/v1/mail/settings')).toEqual([{ domains: ['auditors.example', 'alder.example'] }]);
  });

  it('are allowed by domain; one that the server refuses is named', async () => {
    let isRefused = true;
    server.answers['PATCH /api/v1/mail/settings'] = () => {
      if (!isRefused) return Response.json({ ...settings, domains: ['auditors.example'] });
      const details = [{ field: 'domains.1', message: 'no' }];
      const error = { code: 'VALIDATION_FAILED', message: 'no', details, requestId: 'r' };
      return Response.json({ error }, { status: 400 });
    };
    await open();
    const field = await screen.findByLabelText('Allowed domains');
    await userEvent.type(field, 'auditors.example{Enter}gmail.com');
    await userEvent.click(screen.getByRole('button', { name: 'Save domains' }));
    expect(await screen.findByText(/^This can’t be allowed: gmail\.com/)).toBeTruthy();
    isRefused = false;
    await userEvent.clear(field);
    await userEvent.type(field, 'auditors.example');
    await userEvent.click(screen.getByRole('button', { name: 'Save domains' }));
    expect(await screen.findByText('Domains saved.')).toBeTruthy();
    expect(server.sent('PATCH /api/v1/mail/settings')).toEqual([
      { domains: ['auditors.example', 'gmail.com'] },
      { domains: ['auditors.example'] },
    ]);
  });

  it('that unsubscribed are listed', async () => {
    settings = { ...settings, unsubscribed: [{ address: 'eva@auditors.example', at: '2026-11-01T10:00:00.000Z' }] };
    await open();
    expect(await screen.findByRole('heading', { name: 'Unsubscribed addresses' })).toBeTruthy();
    expect(screen.getAllByText(/^eva@auditors\.example since /)).toHaveLength(1);
  });
});
