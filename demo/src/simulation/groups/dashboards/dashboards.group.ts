import type { Group } from '../../group.ts';
import { analytics } from './analytics.ts';
import { crypto } from './crypto.ts';
import { finance } from './finance.ts';
import { project } from './project.ts';

export const dashboards: Group<'dashboards'> = {
  name: 'dashboards',
  seed: () => ({}),
  problems: () => [],
  handlers: {
    'GET /api/dashboards/project': { takesNothing: true, read: (_, asked) => project(asked) },
    'GET /api/dashboards/analytics': { takesNothing: true, read: (_, asked) => analytics(asked) },
    'GET /api/dashboards/finance': { takesNothing: true, read: (_, asked) => finance(asked) },
    'GET /api/dashboards/crypto': { takesNothing: true, read: (_, asked) => crypto(asked) },
  },
};
