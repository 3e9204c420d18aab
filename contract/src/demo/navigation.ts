import { z } from 'zod';
import { navigation } from '../navigation.ts';
import type { DemoCallTable } from './call.ts';

export const navigationCalls = {
  'GET /api/common/navigation': { summary: 'The four menus of the demo', output: navigation },
} as const satisfies DemoCallTable;

/** The menus are built in. */
export const navigationState = z.object({});
