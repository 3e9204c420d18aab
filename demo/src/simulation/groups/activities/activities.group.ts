import type { Group } from '../../group.ts';
import { duplicates } from '../../records.ts';
import { seedActivities } from './activities.seed.ts';

export const activities: Group<'activities'> = {
  name: 'activities',
  seed: seedActivities,
  problems: ({ activities }) => duplicates('activity', activities),
  handlers: {
    'GET /api/pages/activities': {
      takesNothing: true,
      read: ({ activities }) => activities.toSorted((one, other) => other.date.localeCompare(one.date)),
    },
  },
};
