import type { AttentionLine, GlobalHome } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ALDER, BIRCH, openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const AT = '2026-11-20T10:00:00.000Z';
const ref = ({ id, name }: typeof ALDER) => ({ id, name });
const LINES: AttentionLine[] = [
  { kind: 'check', level: 'now', reading: { check: 'audit-chain', state: 'bad', value: 2, of: null, at: AT } },
  { kind: 'server', level: 'now', host: 'one.example', process: 7, isAlive: false, reading: null },
  {
    kind: 'server',
    level: 'now',
    host: 'two.example',
    process: 8,
    isAlive: true,
    reading: { check: 'memory', state: 'bad', value: 950, of: 1000, at: null },
  },
  { kind: 'provider', level: 'now', tenant: ref(ALDER), reason: 'failed' },
  {
    kind: 'jobs',
    level: 'now',
    tenant: ref(ALDER),
    counts: [
      { kind: 'import', count: 2 },
      { kind: 'mail', count: 1 },
    ],
    lastAt: AT,
  },
  { kind: 'jobs', level: 'now', tenant: null, counts: [{ kind: 'mail', count: 1 }], lastAt: AT },
  { kind: 'limit', level: 'now', tenant: ref(ALDER), limit: 'users', used: 50, most: 50 },
  { kind: 'limit', level: 'soon', tenant: ref(BIRCH), limit: 'storage', used: 950_000, most: 1_000_000 },
  { kind: 'domain', level: 'soon', tenant: ref(ALDER), state: 'missing', count: 1 },
  { kind: 'deletion', level: 'soon', tenant: ref(BIRCH), dueAt: AT, isRunning: false },
  { kind: 'own-visit', level: 'soon', tenant: ref(ALDER), state: 'allowed', endsAt: null },
  { kind: 'invitation', level: 'soon', tenant: ref(BIRCH), expiresAt: AT, isExpired: true },
  { kind: 'announcement', level: 'note', id: ALDER.id, title: { en: 'Maintenance' }, endsAt: null },
  { kind: 'suspended', level: 'note', tenant: ref(BIRCH), since: AT },
  { kind: 'visits', level: 'note', tenant: ref(BIRCH), count: 2, endsAt: AT },
];
const KEY = 'GET /api/v1/global/home';
let found: GlobalHome;
beforeEach(() => {
  found = {
    at: AT,
    attention: LINES,
    more: [{ kind: 'suspended', level: 'note', count: 7 }],
    tenants: { active: 2, suspended: 8, deleting: 1 },
    recent: [{ ...BIRCH, state: 'suspended', createdAt: '2026-11-19T10:00:00.000Z', users: 1 }],
  };
  server.answers[KEY] = () => Response.json(found);
});
const open = (role: 'global.admin' | 'global.support' = 'global.admin') =>
  openPortal('/home', person(role, { kind: 'global', tenant: null, tenants: [] }));
const section = async (name: string) => within(await screen.findByRole('region', { name }));
const links = async (name: string) =>
  (await section(name)).getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

describe('the home of people above the tenants', () => {
  it('ranks what needs attention, says what to do, and leads to the place', async () => {
    await open();
    const now = await links('Affects people now');
    expect(now.map(([, href]) => href)).toEqual([
      '/global/system',
      '/global/system',
      '/global/system',
      `/tenants?q=Alder%20Credit%20Union&tenant=${ALDER.id}`,
      '/global/system',
      '/global/system?kind=mail',
      `/tenants?q=Alder%20Credit%20Union&tenant=${ALDER.id}`,
    ]);
    expect(now[0]![0]).toMatch(/^Audit trail integrity: 2 chains broken.*Run “rise audit verify”/);
    expect(now[4]![0]).toMatch(/^Alder Credit Union: 3 failed jobsImports: 2 and Mail: 1\. See when/);
    expect(now[5]![0]).toMatch(/^Installation: 1 failed jobMail: 1\./);
    expect(now[6]![0]).toMatch(/^Alder Credit Union: 50 of 50 usersNobody can join until/);
    expect((await links('Needs action soon')).map(([text]) => text)).toEqual([
      expect.stringMatching(/^Birch Credit Union: 950 kB of 1 MB storage/),
      expect.stringMatching(/DNS record of 1 domain is missing.*72 hours/),
      expect.stringMatching(/^Birch Credit Union will be deleted on Nov 20, 2026/),
      expect.stringMatching(/^You may enter Alder Credit Union for support/),
      expect.stringMatching(/^Birch Credit Union has no administrator yet.*expired/),
    ]);
    const notes = await links('Good to know');
    expect(notes[0]).toEqual([expect.stringMatching(/^“Maintenance” is shown/), `/global/announcements?form=${ALDER.id}`]); // prettier-ignore
    expect(notes.at(-1)).toEqual(['7 more suspended tenants', '/tenants?state=suspended']);
    expect(screen.queryByText('Nothing needs action')).toBeNull();
  });

  it('says when nothing needs action, beside what is good to know, the newest tenants and quick actions', async () => {
    found = { ...found, attention: LINES.slice(-1), more: [] };
    const { address } = await open();
    expect(await screen.findByText('Nothing needs action')).toBeTruthy();
    expect(await links('Good to know')).toHaveLength(1);
    expect(await links('Newest tenants')).toEqual([
      ['Birch Credit Union1 user, created yesterdaySuspended', `/tenants?q=birch&tenant=${BIRCH.id}`],
      ['All 11 tenants, 2 active', '/tenants'],
    ]);
    server.answers['GET /api/v1/global/tenants?page=1'] = () =>
      Response.json({ tenants: [], total: 0, deletionDays: 30 });
    await userEvent.click((await section('Quick actions')).getByRole('link', { name: 'Create a tenant' }));
    expect(await screen.findByRole('dialog', { name: 'New tenant' })).toBeTruthy();
    expect(address()).toBe('/tenants?form=new');
  });

  it('leads to the form of an invitation', async () => {
    const { address } = await open();
    server.answers['GET /api/v1/global/users?offset=0&limit=50'] = () => Response.json({ people: [], total: 0 });
    await userEvent.click((await section('Quick actions')).getByRole('link', { name: 'Invite a global user' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByLabelText(/Email address/)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(address()).toBe('/global/users'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('offers support what its role can do', async () => {
    await open('global.support');
    expect((await links('Quick actions')).map(([text]) => text)).toEqual([
      'Enter a tenant for support',
      'Check the system',
    ]);
  });

  it('keeps the actions where the findings cannot be loaded, and tries again', async () => {
    server.answers[KEY] = () =>
      Response.json({ error: { code: 'INTERNAL', message: 'Broken', requestId: 'r-000001' } }, { status: 500 });
    await open();
    const retry = await screen.findByRole('button', { name: /try again/i });
    expect(await links('Quick actions')).toHaveLength(5);
    server.answers[KEY] = () => Response.json(found);
    await userEvent.click(retry);
    expect(await links('Affects people now')).toHaveLength(7);
  });

  it('is not what a member of a tenant sees', async () => {
    server.answers['GET /api/v1/data-version'] = () => Response.json({ dataVersion: null, asOf: null, loadedAt: null });
    await openPortal('/home', person('global.admin', { kind: 'global' }));
    expect(await screen.findByText('Alder Credit Union reports and data')).toBeTruthy();
    await waitFor(() => expect(server.sent(KEY)).toEqual([]));
  });
});
