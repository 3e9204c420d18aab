import type { Group } from '../../group.ts';
import { analytics } from './analytics.ts';
import { crypto } from './crypto.ts';
import { finance } from './finance.ts';
import { project } from './project.ts';

export const dashboards: Group<'dashboards'> = {
  name: 'dashboards',
  version: 1,
  seed: () => ({}),
  problems: () => [],
  handlers: {
    'GET /api/dashboards/project': { read: (_, asked) => project(asked) },
    'GET /api/dashboards/analytics': { read: (_, asked) => analytics(asked) },
    'GET /api/dashboards/finance': { read: (_, asked) => finance(asked) },
    'GET /api/dashboards/crypto': { read: (_, asked) => crypto(asked) },
  },
};
