import type { CallResult } from '../../client/client.ts';

export type Project = CallResult<'GET /api/dashboards/project'>;
export type Tasks = CallResult<'GET /api/apps/tasks/all'>;

export const WEEKS = ['this-week', 'last-week'] as const;
export type Week = (typeof WEEKS)[number];

export const COUNT = { unit: 'count' } as const;
export const MONEY = { unit: 'currency' } as const;
export const PERCENT = { unit: 'percent' } as const;
