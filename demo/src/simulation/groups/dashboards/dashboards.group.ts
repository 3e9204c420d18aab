import type { Group } from '../../group.ts';
import { analytics } from './analytics.ts';
import { crypto } from './crypto.ts';
import { finance } from './finance.ts';
import { project } from './project.ts';

export const dashboards: Group<'dashboards'> = {
  name: 'dashboards',
  seed: () => ({}),
  findIssues: () => [],
  handlers: {
    'GET /api/dashboards/project': { withoutInput: true, read: (_, request) => project(request) },
    'GET /api/dashboards/analytics': { withoutInput: true, read: (_, request) => analytics(request) },
    'GET /api/dashboards/finance': { withoutInput: true, read: (_, request) => finance(request) },
    'GET /api/dashboards/crypto': { withoutInput: true, read: (_, request) => crypto(request) },
  },
};
