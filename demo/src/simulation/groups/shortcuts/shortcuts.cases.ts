import { expect } from 'vitest';
import type { Api, Cases } from '../../conformance/cases.ts';

const list = (api: Api) => api.call('GET /api/common/shortcuts');

export const shortcutCases: Cases<'shortcuts'> = {
  'GET /api/common/shortcuts': {
    'returns the list': async (api) => {
      expect((await list(api)).map(({ label }) => label)).toContain('Mailbox');
      expect((await api.call('GET /api/common/shortcuts', { language: 'tr' }))[0]!.label).toBe('Görevler');
    },
  },
  'POST /api/common/shortcuts': {
    'the new one has a new id': async (api) => {
      const before = await list(api);
      const shortcut = { label: 'Notes', icon: 'note', link: '/apps/notes', useRouter: true } as const;
      const created = await api.call('POST /api/common/shortcuts', { body: { shortcut } });
      expect(created).toMatchObject({ ...shortcut, description: '' });
      expect(await list(api)).toEqual([...before, created]);
    },
    'one without a link is rejected': async (api) => {
      const answer = await api.request('POST /api/common/shortcuts', {
        body: { shortcut: { label: 'Notes', icon: 'note' } },
      });
      expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: 'shortcut.link' }] } } });
    },
  },
  'PATCH /api/common/shortcuts': {
    'returns the merged one, and the others stay': async (api) => {
      const before = await list(api);
      const id = before[2]!.id;
      const after = await api.call('PATCH /api/common/shortcuts', { body: { id, shortcut: { label: 'People' } } });
      expect(after).toEqual({ ...before[2], label: 'People' });
      expect(await list(api)).toEqual(before.with(2, after!));
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('PATCH /api/common/shortcuts', { body: { id: 'nobody', shortcut: {} } })).toBeNull();
    },
    'only a path opens inside the suite': async (api) => {
      const before = await list(api);
      const shortcut = { link: 'https://elsewhere.example/' };
      const answer = await api.request('PATCH /api/common/shortcuts', { body: { id: before[0]!.id, shortcut } });
      expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: 'useRouter' }] } } });
      expect(await list(api)).toEqual(before);
    },
  },
  'DELETE /api/common/shortcuts': {
    'returns the deleted one': async (api) => {
      const before = await list(api);
      expect(await api.call('DELETE /api/common/shortcuts', { query: { id: before[0]!.id } })).toEqual(before[0]);
      expect(await list(api)).toEqual(before.slice(1));
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('DELETE /api/common/shortcuts', { query: { id: 'nobody' } })).toBeNull();
    },
  },
};
