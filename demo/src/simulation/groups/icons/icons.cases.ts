import { expect } from 'vitest';
import type { Api, Cases } from '../../conformance/cases.ts';

const icons = (api: Api, set: string) => api.call('GET /api/ui/icons/:set', { params: { set } });

export const iconCases: Cases<'icons'> = {
  'GET /api/ui/icons/:set': {
    'returns namespace, name, grid and list of each of the six sets': async (api) => {
      for (const [set, namespace, name, icon] of [
        ['feather', 'feather', 'Feather', 'git-pull-request'],
        ['heroicons-outline', 'heroicons_outline', 'Heroicons Outline', 'academic-cap'],
        ['heroicons-solid', 'heroicons_solid', 'Heroicons Solid', 'academic-cap'],
        ['material-solid', 'mat_solid', 'Material Solid', 'account_balance'],
        ['material-outline', 'mat_outline', 'Material Outline', 'account_balance'],
        ['material-twotone', '', 'Material Twotone', 'account_balance'],
      ] as const) {
        const answer = await icons(api, set);
        expect(answer).toMatchObject({ namespace, name });
        expect(answer!.list).toContain(icon);
        expect(new Set(answer!.list).size).toBe(answer!.list.length);
        expect(answer!.list.length).toBeGreaterThan(280);
      }
    },
    'heroicons-solid is drawn at size 5, the others at 6': async (api) => {
      expect((await icons(api, 'heroicons-solid'))!.grid).toBe('icon-size-5');
      for (const set of ['feather', 'heroicons-outline', 'material-solid', 'material-outline', 'material-twotone'])
        expect((await icons(api, set))!.grid).toBe('icon-size-6');
    },
    'an unknown set returns null': async (api) => {
      for (const set of ['emoji', 'constructor']) expect(await icons(api, set)).toBeNull();
    },
  },
};
