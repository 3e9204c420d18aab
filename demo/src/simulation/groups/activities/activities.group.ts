import type { Group } from '../../group.ts';
import { duplicates } from '../../records.ts';
import { seedActivities } from './activities.seed.ts';

export const activities: Group<'activities'> = {
  name: 'activities',
  seed: seedActivities,
  findIssues: ({ activities }) => duplicates('activity', activities),
  handlers: {
    'GET /api/pages/activities': {
      withoutInput: true,
      read: ({ activities }) => activities.toSorted((one, other) => other.date.localeCompare(one.date)),
    },
  },
};
