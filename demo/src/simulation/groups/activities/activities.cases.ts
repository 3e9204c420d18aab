import { expect } from 'vitest';
import type { Cases } from '../../conformance/cases.ts';

export const activityCases: Cases<'activities'> = {
  'GET /api/pages/activities': {
    'returns the list': async (api) => {
      const [english, turkish] = [
        await api.call('GET /api/pages/activities'),
        await api.call('GET /api/pages/activities', { language: 'tr' }),
      ];
      const dates = english.map(({ date }) => date);
      expect(dates).toEqual(dates.toSorted().toReversed());
      expect(dates.every((date) => Date.parse(date) <= api.now.getTime())).toBe(true);
      for (const { icon, image } of english) expect([icon, image].filter((one) => one !== null)).toHaveLength(1);
      expect(english[0]!.linkedContent).toBe('Open the figures');
      expect(turkish[0]!.linkedContent).toBe('Rakamları aç');
    },
  },
};
