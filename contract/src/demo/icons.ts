import { z } from 'zod';
import type { DemoCallTable } from './call.ts';

export const iconCalls = {
  'GET /api/ui/icons/:set': {
    summary: 'The names of a set of icons; null for a set that there is not',
    output: z
      .object({
        /** Stands before a name with a colon; empty where names stand alone. */
        namespace: z.string(),
        name: z.string(),
        /** The class of the size in which the catalogue draws it. */
        grid: z.enum(['icon-size-5', 'icon-size-6']),
        list: z.array(z.string()),
      })
      .nullable(),
  },
} as const satisfies DemoCallTable;

export const iconState = z.object({});
