import type { ApiToken, NotificationChoice, Profile, SessionSummary } from '@rise/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { ALDER, fill, openPortal, person, PROFILE, server, usePortal } from './portal.fixture.tsx';

usePortal();

const id = (number: number) => `018f3a52-7d1c-7000-8000-00000000000${number}`;
const session = (number: number, more: Partial<SessionSummary> = {}): SessionSummary => ({
  id: id(number),
  current: false,
  device: 'Firefox on Linux',
  browser: 'Firefox',
  system: 'Linux',
  address: '192.0.2.7',
  createdAt: '2026-11-20T10:00:00.000Z',
  lastSeenAt: '2026-11-20T11:00:00.000Z',
  ...more,
});
const TOKEN: ApiToken = {
  id: id(9),
  name: 'Nightly import',
  scopes: ['read', 'write'],
  permissions: null,
  tenant: ALDER,
  createdAt: '2026-11-01T10:00:00.000Z',
  expiresAt: '2027-01-30T10:00:00.000Z',
  expired: false,
  lastUsedAt: null,
};

let profile: Profile;
let sessions: SessionSummary[];
let tokens: ApiToken[];
let choices: NotificationChoice[];
beforeEach(() => {
  profile = PROFILE;
  sessions = [session(1, { current: true }), session(2, { device: 'Safari on iOS', browser: 'Safari', system: 'iOS' })];
  tokens = [TOKEN];
  choices = [
    { kind: 'replies', channel: 'portal', on: true, locked: false },
    { kind: 'replies', channel: 'mail', on: true, locked: false },
    { kind: 'exports', channel: 'portal', on: true, locked: false },
    { kind: 'security', channel: 'portal', on: true, locked: true },
    { kind: 'security', channel: 'mail', on: true, locked: true },
  ];
  server.answers['GET /api/v1/account/profile'] = () => Response.json(profile);
  server.answers['GET /api/v1/account/sessions'] = () => Response.json({ sessions });
  server.answers['GET /api/v1/account/tokens'] = () =>
    Response.json({ tokens, permissions: ['report.read', 'query.run'] });
  server.answers['GET /api/v1/account/notification-choices'] = () => Response.json({ choices });
  server.answers['GET /api/v1/reports'] = () => Response.json({ reports: [] });
});

const open = () => openPortal('/user', person('tenant.user'));
const region = (name: string) => screen.findByRole('region', { name });

describe('the profile', () => {
  it('shows what the identity provider said, and says so', async () => {
    await open();
    const section = await region('Profile');
    await within(section).findByText('Lending');
    expect(within(section).getByText('12, 14')).toBeTruthy();
    expect(within(section).getByText(/comes from your sign-in service, login.alder.example/)).toBeTruthy();
  });

  it('takes a picture and removes it; a refusal says why', async () => {
    const address = `/api/v1/people/${person('tenant.user').account.id}/picture?v=1`;
    server.answers['PUT /api/v1/account/picture'] = () =>
      Response.json({ error: { code: 'VALIDATION_FAILED', message: 'This is no picture.', requestId: 'r' } }, { status: 400 }); // prettier-ignore
    await open();
    const section = await region('Profile');
    const input = await within(section).findByLabelText('Choose a picture', { selector: 'input' });
    const file = new File(['png'], 'ada.png', { type: 'image/png' });
    await userEvent.upload(input, file);
    expect((await within(section).findByRole('alert')).textContent).toContain('Use a PNG, JPEG, WebP or GIF file');
    server.answers['PUT /api/v1/account/picture'] = () => Response.json((profile = { ...PROFILE, picture: address }));
    server.answers['GET /api/v1/session'] = () => {
      const ada = person('tenant.user');
      return Response.json({ ...ada, account: { ...ada.account, avatar: profile.picture } });
    };
    await userEvent.upload(input, file);
    const remove = await within(section).findByRole('button', { name: 'Remove picture' });
    await waitFor(() => expect(section.querySelector('img')?.getAttribute('src')).toBe(address));
    expect(server.sent('PUT /api/v1/account/picture')[1]).toEqual({ data: btoa('png') });
    server.answers['DELETE /api/v1/account/picture'] = () => Response.json((profile = PROFILE));
    server.answers[`GET ${address}`] = () => new Response('png', { headers: { 'content-type': 'image/png' } });
    await userEvent.click(remove);
    await waitFor(() => expect(section.querySelector('img')).toBeNull());
    expect(document.activeElement?.textContent).toBe('Upload picture');
    await userEvent.click(within(section).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(section.querySelector('img')).not.toBeNull());
    expect(within(section).getByText('The picture was restored.')).toBeTruthy();
    expect(server.sent('PUT /api/v1/account/picture')[2]).toEqual({ data: btoa('png') });
  });
});

describe('notifications', () => {
  it('are switched by kind and channel; those about security cannot be', async () => {
    server.answers['PUT /api/v1/account/notification-choices'] = (body) => {
      const { kind, channel, on } = body as NotificationChoice;
      choices = choices.map((one) => (one.kind === kind && one.channel === channel ? { ...one, on } : one));
      return Response.json({ choices });
    };
    await open();
    const replies = await screen.findByRole('switch', { name: 'Replies: Email' });
    await userEvent.click(replies);
    await waitFor(() => expect((replies as HTMLInputElement).checked).toBe(false));
    expect(server.sent('PUT /api/v1/account/notification-choices')).toEqual([
      { kind: 'replies', channel: 'mail', on: false },
    ]);
    expect(screen.queryByRole('switch', { name: 'Exports: Email' })).toBeNull();
    expect(screen.queryByRole('switch', { name: 'Account security: Email' })).toBeNull();
    expect(screen.getAllByText('Always on')).toHaveLength(2);
    expect(screen.getByText(/security of your account can’t be switched off/)).toBeTruthy();
  });
});

describe('tokens', () => {
  it('are created with chosen permissions and shown once', async () => {
    server.answers['POST /api/v1/account/tokens'] = () => Response.json({ ...TOKEN, name: 'BI', token: 'rise_secret' });
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Create token' }));
    expect(screen.getByText('Enter a name.')).toBeTruthy();
    await fill(screen.getByLabelText('Name'), 'BI');
    await userEvent.click(screen.getByRole('radio', { name: 'Chosen permissions' }));
    await userEvent.click(screen.getByRole('button', { name: 'Create token' }));
    expect(screen.getByText('Choose at least one permission.')).toBeTruthy();
    expect(server.sent('POST /api/v1/account/tokens')).toEqual([]);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Query data through the model' }));
    await userEvent.click(screen.getByRole('button', { name: 'Create token' }));
    const secret = (await screen.findByLabelText('Token', { selector: 'input' })) as HTMLInputElement;
    expect(secret.value).toBe('rise_secret');
    expect(server.sent('POST /api/v1/account/tokens')).toEqual([
      { name: 'BI', access: { kind: 'permissions', permissions: ['query.run'] }, days: 90 },
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByDisplayValue('rise_secret')).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  });

  it('are revoked once that is confirmed', async () => {
    server.answers[`DELETE /api/v1/account/tokens/${TOKEN.id}`] = () => {
      tokens = [];
      return Response.json({ revoked: true });
    };
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke Nightly import' }));
    const dialog = await screen.findByRole('dialog', { name: 'Revoke “Nightly import”?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(screen.queryByRole('listitem', { name: 'Nightly import' })).toBeNull());
  });
});

describe('sessions', () => {
  it('say where they are, and all others are ended at once', async () => {
    server.answers['POST /api/v1/account/sessions/end-others'] = () => {
      sessions = sessions.filter(({ current }) => current);
      return Response.json({ ended: 1 });
    };
    await open();
    const section = await region('Active sessions');
    const [here, there] = await within(section).findAllByRole('listitem');
    expect(here!.textContent).toContain('This browser');
    expect(there!.textContent).toMatch(/Safari on iOS.*from 192\.0\.2\.7/);
    await userEvent.click(within(section).getByRole('button', { name: 'Sign out all other devices' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out all other devices' }));
    await waitFor(() => expect(within(section).getAllByRole('listitem')).toHaveLength(1));
    expect(within(section).queryByRole('button', { name: 'Sign out all other devices' })).toBeNull();
  });
});
