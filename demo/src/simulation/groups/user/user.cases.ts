import { expect } from 'vitest';
import type { Cases } from '../../conformance/cases.ts';

export const userCases: Cases<'user'> = {
  'GET /api/common/user': {
    'returns the demo user, online': async (api) => {
      expect(await api.call('GET /api/common/user')).toMatchObject({ email: 'demo@rise.example', status: 'online' });
    },
  },
  'PATCH /api/common/user': {
    'returns the merged one, and the others stay': async (api) => {
      const before = await api.call('GET /api/common/user');
      const after = await api.call('PATCH /api/common/user', { body: { user: { status: 'away' } } });
      expect(after).toEqual({ ...before, status: 'away' });
      expect(await api.call('GET /api/common/user')).toEqual(after);
    },
    'an unknown status is rejected, and nothing changes': async (api) => {
      const before = await api.call('GET /api/common/user');
      const answer = await api.request('PATCH /api/common/user', { body: { user: { name: 'X', status: 'asleep' } } });
      expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: 'user.status' }] } } });
      expect(await api.call('GET /api/common/user')).toEqual(before);
    },
  },
};
