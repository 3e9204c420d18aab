import type { CallResult } from '../../client/client.ts';

export type Analytics = CallResult<'GET /api/dashboards/analytics'>;

export const COUNT = { unit: 'count' } as const;
export const PERCENT = { unit: 'percent', decimals: 1 } as const;

export const dayOf = (moment: string): string => moment.slice(0, 10);
