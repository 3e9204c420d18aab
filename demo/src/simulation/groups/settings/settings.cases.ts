import { expect } from 'vitest';
import type { Api, Cases } from '../../conformance/cases.ts';

const read = (api: Api) => api.call('GET /api/pages/settings');
const team = (api: Api) => api.call('GET /api/pages/settings/team');

export const settingsCases: Cases<'settings'> = {
  'GET /api/pages/settings': {
    'account, security, billing and notifications, and of a card its last four digits': async (api) => {
      const { account, security, billing, notifications } = await read(api);
      expect(account).toMatchObject({ username: 'deniz.arslan', title: 'Head of reporting' });
      expect(security).toEqual({ twoStep: true, passwordReminder: false });
      expect(billing).toMatchObject({ plan: 'team', card: { lastFour: '4242' } });
      expect(billing.card!.expires > api.now.toISOString().slice(0, 7)).toBe(true);
      expect(Object.keys(notifications)).toHaveLength(8);
    },
  },
  'PATCH /api/pages/settings': {
    'returns the merged one, and the others stay': async (api) => {
      const before = await read(api);
      const after = await api.call('PATCH /api/pages/settings', {
        body: { settings: { security: { passwordReminder: true }, account: { about: 'New words' } } },
      });
      expect(after).toEqual({
        ...before,
        account: { ...before.account, about: 'New words' },
        security: { ...before.security, passwordReminder: true },
      });
      expect(await read(api)).toEqual(after);
    },
    'an unknown country is rejected, and nothing changes': async (api) => {
      const before = await read(api);
      const answer = await api.request('PATCH /api/pages/settings', {
        body: { settings: { account: { country: 'zz', company: 'Nowhere' } } },
      });
      expect(answer).toMatchObject({
        status: 400,
        body: { error: { details: [{ field: 'settings.account.country' }] } },
      });
      expect(await read(api)).toEqual(before);
    },
    'a whole card number has no place in it': async (api) => {
      const { billing } = await read(api);
      const answer = await api.request('PATCH /api/pages/settings', {
        body: { settings: { billing: { card: { ...billing.card, lastFour: '4242424242424242' } } } },
      });
      expect(answer.status).toBe(400);
    },
  },
  'GET /api/pages/settings/team': {
    'the user first, as an admin, then the members': async (api) => {
      const [me, ...others] = await team(api);
      const user = await api.call('GET /api/common/user');
      expect(me).toMatchObject({ id: user.id, name: user.name, email: user.email, role: 'admin', isMe: true });
      expect(others.length).toBeGreaterThan(3);
      expect(others.some(({ isMe }) => isMe)).toBe(false);
    },
  },
  'POST /api/pages/settings/team/member': {
    'the new one is invited, has a new id and comes last': async (api) => {
      const before = await team(api);
      const created = await api.call('POST /api/pages/settings/team/member', {
        body: { member: { email: 'new@people.example', role: 'write' } },
      });
      expect(created).toMatchObject({ name: null, email: 'new@people.example', role: 'write', status: 'invited' });
      expect(await team(api)).toEqual([...before, created]);
    },
    'who is there already is rejected, in whatever case': async (api) => {
      const before = await team(api);
      for (const { email } of before.slice(0, 2)) {
        const answer = await api.request('POST /api/pages/settings/team/member', {
          body: { member: { email: email.toUpperCase(), role: 'read' } },
        });
        expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: 'member.email' }] } } });
      }
      expect(await team(api)).toEqual(before);
    },
  },
  'PATCH /api/pages/settings/team/member': {
    'returns the merged one, and the others stay': async (api) => {
      const before = await team(api);
      const last = before.at(-1)!;
      const after = await api.call('PATCH /api/pages/settings/team/member', {
        body: { id: last.id, member: { role: 'admin' } },
      });
      expect(after).toEqual({ ...last, role: 'admin' });
      expect(await team(api)).toEqual([...before.slice(0, -1), after]);
    },
    'an unknown id returns null': async (api) => {
      const body = { id: 'nobody', member: { role: 'read' as const } };
      expect(await api.call('PATCH /api/pages/settings/team/member', { body })).toBeNull();
    },
  },
  'DELETE /api/pages/settings/team/member': {
    'returns true, and it is gone': async (api) => {
      const before = await team(api);
      const query = { id: before[1]!.id };
      expect(await api.call('DELETE /api/pages/settings/team/member', { query })).toBe(true);
      expect(await team(api)).toEqual(before.toSpliced(1, 1));
    },
    'a member cannot remove themselves': async (api) => {
      const [me] = await team(api);
      const query = { id: me!.id };
      expect(await api.call('DELETE /api/pages/settings/team/member', { query })).toBeNull();
      expect((await team(api))[0]).toEqual(me);
    },
    'an unknown id returns null': async (api) => {
      const query = { id: 'nobody' };
      expect(await api.call('DELETE /api/pages/settings/team/member', { query })).toBeNull();
    },
  },
};
