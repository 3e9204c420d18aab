import type { AuditChain, AuditRecord, ListedAuditRecord } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ALDER, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const KEY = 'GET /api/v1/audit';
const RECORD: ListedAuditRecord = {
  id: 7,
  at: '2026-11-01T10:00:00.000Z',
  actor: { id: '6a0c2d5e-1111-4222-8333-444455556666', name: 'Ada Alder', email: 'ada@alder.example' },
  via: 'token',
  viewedAs: null,
  action: 'user.change',
  outcome: 'done',
  target: '7a0c2d5e-1111-4222-8333-444455556666',
  targetName: 'Uma Alder',
  address: '192.0.2.7',
};
const DETAILED: AuditRecord = {
  ...RECORD,
  requestId: 'r-7',
  details: { before: { roles: ['tenant.user'], groups: [] }, after: { roles: ['tenant.user'], groups: ['lending'] } },
  isTextHidden: false,
  isVisitNeeded: false,
  link: 12,
};
let chain: AuditChain;
beforeEach(() => {
  chain = {
    links: 12,
    hash: 'ab'.repeat(32),
    sealedAt: '2026-11-01T10:00:01.000Z',
    waiting: 0,
    waitingSince: null,
    retentionDays: 2557,
    verified: null,
  };
  server.answers[`${KEY}/chain`] = () => Response.json(chain);
  server.answers[`${KEY}?`] = () => Response.json({ records: [RECORD], hasMore: false });
  server.answers[KEY] = () => Response.json({ records: [RECORD], hasMore: false });
  server.answers[`${KEY}/records/7`] = () => Response.json(DETAILED);
});
const open = (path = '/audit?range=all') => openPortal(path, person('tenant.admin'));

describe('the audit trail', () => {
  it('names actions and people, and shows what changed', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: /Change rights of a person/ }));
    const drawer = within(await screen.findByRole('dialog', { name: 'Change rights of a person' }));
    expect(await drawer.findByRole('row', { name: 'groups – lending' })).toBeTruthy();
    expect(drawer.queryByRole('row', { name: /roles/ })).toBeNull();
    for (const text of ['Ada Alder', 'API token', 'Uma Alder', '192.0.2.7', 'Link 12 of the chain'])
      expect(drawer.getByText(text)).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('asks for what the filters say, and says when nothing matches', async () => {
    server.answers[`${KEY}?group=exports&outcome=denied&search=xlsx`] = () =>
      Response.json({ records: [], hasMore: false });
    await open('/audit?range=all&group=exports&outcome=denied&q=xlsx');
    expect(await screen.findByText('No matching records')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Export CSV' });
    expect(link.getAttribute('href')).toBe('/api/v1/audit/export?group=exports&outcome=denied&search=xlsx');
  });

  it('leads to older records and back to the newest', async () => {
    server.answers[KEY] = () => Response.json({ records: [RECORD], hasMore: true });
    server.answers[`${KEY}?before=7`] = () =>
      Response.json({ records: [{ ...RECORD, id: 3, action: 'session.sign-in' }], hasMore: false });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Older' }));
    expect(await screen.findByRole('button', { name: /Sign in/ })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Newest' }));
    expect(await screen.findByRole('button', { name: /Change rights of a person/ })).toBeTruthy();
  });

  it('says up to when it is sealed, and where it is broken once it is verified', async () => {
    server.answers['POST /api/v1/audit/chain/verify'] = () => {
      const verified = { at: '2026-11-01T11:00:00.000Z', links: 4, records: 9, brokenLink: 5, problem: 'records' };
      return Response.json({ ...chain, verified });
    };
    await open();
    expect(await screen.findByText(/^Sealed until Nov 1, 2026/)).toBeTruthy();
    expect(screen.getByText('Not verified yet')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Verify now' }));
    expect(await screen.findByText(/^Broken at link 5/)).toBeTruthy();
  });

  it('lets those above the tenants choose whose records they see', async () => {
    server.answers[`${KEY}?of=${ALDER.id}`] = () => Response.json({ records: [RECORD], hasMore: false });
    server.answers[`${KEY}/chain?of=${ALDER.id}`] = () => Response.json(chain);
    server.answers[KEY] = () =>
      Response.json({ records: [{ ...RECORD, action: 'tenant.create', targetName: 'Cedar' }], hasMore: false });
    await openPortal('/audit?range=all', person('global.admin', { kind: 'global', tenant: null }));
    expect(await screen.findByRole('button', { name: /Create tenant/ })).toBeTruthy();
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Records of' }), ALDER.name);
    expect(await screen.findByRole('button', { name: /Change rights of a person/ })).toBeTruthy();
  });
});
