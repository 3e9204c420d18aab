import type { DeadJob, JobKindState, SystemHealth } from '@rise/contract';
import { INSTALLATION_CHECKS, JOB_KINDS, SERVER_CHECKS } from '@rise/contract/system-words';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPortal, person, server, usePortal } from './portal.fixture.tsx';

usePortal();

const ID = '018f3a52-7d1c-7000-8000-000000000001';
const AT = '2026-11-28T10:00:00.000Z';
const calm = { state: 'good', value: 1, of: 2, at: null } as const;
const HEALTH: SystemHealth = {
  at: AT,
  state: 'attention',
  version: '1.2.3',
  readings: INSTALLATION_CHECKS.map((check) => ({
    ...calm,
    check,
    ...(check === 'backup' && { state: 'attention', value: null }),
  })),
  servers: [
    {
      id: ID,
      host: 'one.example',
      process: 4711,
      version: '1.2.3',
      startedAt: AT,
      reportedAt: AT,
      isAlive: true,
      state: 'good',
      readings: SERVER_CHECKS.map((check) => ({ ...calm, check })),
    },
    {
      id: ID.replace('1', '2'),
      host: 'two.example',
      process: 4712,
      version: '1.2.3',
      startedAt: AT,
      reportedAt: AT,
      isAlive: false,
      state: 'bad',
      readings: [],
    },
  ],
};
const KINDS: JobKindState[] = JOB_KINDS.map((kind) => ({
  kind,
  waiting: 0,
  running: 0,
  retrying: 0,
  dead: kind === 'mail' ? 2 : 0,
  late: 0,
  lastAt: AT,
  nextAt: null,
}));
const MAIL: DeadJob = {
  kind: 'mail',
  id: ID,
  tenant: { id: ID, name: 'Alder Credit Union' },
  failedAt: AT,
  attempts: 12,
  reason: '550',
  canRetry: true,
};
const IMPORT: DeadJob = {
  ...MAIL,
  kind: 'import',
  id: ID.replace('1', '3'),
  attempts: null,
  reason: null,
  canRetry: false,
};

let jobs: DeadJob[];
beforeEach(() => {
  jobs = [MAIL, IMPORT];
  server.answers['GET /api/v1/global/system'] = () => Response.json(HEALTH);
  server.answers['GET /api/v1/global/jobs'] = () => Response.json({ kinds: KINDS });
  server.answers['GET /api/v1/global/jobs/*'] = () => Response.json({ jobs, total: jobs.length });
});

const open = (role: 'global.admin' | 'global.support' = 'global.admin', search = '') =>
  openPortal(`/global/system${search}`, person(role, { kind: 'global' }));
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('health', () => {
  it('says beside each check that is not good what to do, and which server is lost', async () => {
    await open();
    const list = await screen.findByRole('list', { name: 'Installation' });
    const backup = within(list).getByText('Last backup').closest('li')!;
    expect(backup.textContent).toContain('None known');
    expect(backup.textContent).toContain('Run it, and daily from then on.');
    expect(within(list).getByText('Servers running').closest('li')!.textContent).toContain('1 of 2Good');
    expect(within(screen.getByRole('list', { name: 'Server one.example, process 4711' })).getAllByRole('listitem')).toHaveLength(SERVER_CHECKS.length); // prettier-ignore
    expect(screen.getByText('Lost')).toBeTruthy();
  });
});

describe('failed jobs', () => {
  it('are tried again where that is possible', async () => {
    server.answers[`POST /api/v1/global/jobs/${MAIL.id}/retry`] = () => {
      jobs = [IMPORT];
      return Response.json({ kinds: KINDS });
    };
    await open();
    expect(await screen.findAllByRole('button', { name: /^Try again:/ })).toHaveLength(1);
    await press(/^Try again: Mail · Alder Credit Union/);
    expect(await screen.findByText('The job was put back into the queue.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Try again:/ })).toBeNull());
    expect(server.sent(`POST /api/v1/global/jobs/${MAIL.id}/retry`)).toEqual([{ kind: 'mail' }]);
    expect(document.activeElement?.textContent).toBe('Failed jobs');
  });

  it('are dismissed, and listed again by Undo', async () => {
    server.answers[`POST /api/v1/global/jobs/${IMPORT.id}/dismiss`] = () => Response.json({ kinds: KINDS });
    server.answers[`POST /api/v1/global/jobs/${IMPORT.id}/restore`] = () => Response.json({ kinds: KINDS });
    await open();
    await press(/^Dismiss: Imports/);
    await press('Undo');
    expect(await screen.findByText('The job is listed again.')).toBeTruthy();
    expect(server.sent(`POST /api/v1/global/jobs/${IMPORT.id}/restore`)).toEqual([{ kind: 'import' }]);
  });

  it('are only read by people without the right to act', async () => {
    await open('global.support');
    expect(await screen.findByText(/Reason: 550/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^(Try again|Dismiss):/ })).toBeNull();
  });

  it('keep their filters in the address', async () => {
    const { address } = await open('global.admin', '?kind=import');
    await userEvent.selectOptions(await screen.findByLabelText('Which jobs', { selector: 'select' }), 'yes');
    await waitFor(() => expect(address()).toBe('/global/system?kind=import&dismissed=yes'));
  });
});
