import { z } from 'zod';
import type { DemoCallTable } from './call.ts';

export const iconCalls = {
  'GET /api/ui/icons/:set': {
    summary: 'The names of an icon set; null for an unknown set',
    output: z
      .object({
        /** Prefix of a name, followed by a colon; empty where names have none. */
        namespace: z.string(),
        name: z.string(),
        /** The size class with which the catalog renders it. */
        grid: z.enum(['icon-size-5', 'icon-size-6']),
        list: z.array(z.string()),
      })
      .nullable(),
  },
} as const satisfies DemoCallTable;

export const iconState = z.object({});
