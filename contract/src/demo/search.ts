import { z } from 'zod';
import { MOST_RESULTS, searchResult } from '../search.ts';
import type { DemoCallTable } from './call.ts';

/** Like the portal's result, plus what a field shows once it is chosen. */
const result = searchResult.extend({
  link: z.string(),
  value: z.string(),
  /** Of a contact. */
  avatar: z.string().nullable().optional(),
  /** Of a task. */
  completed: z.boolean().optional(),
});

export const searchCalls = {
  'POST /api/common/search': {
    summary: 'Contacts, pages and tasks; nothing for a blank query',
    body: z.object({ query: z.string().max(200, 'Write at most 200 characters') }),
    output: z.array(
      z.object({
        id: z.enum(['contacts', 'pages', 'tasks']),
        label: z.string(),
        results: z.array(result).min(1).max(MOST_RESULTS),
      }),
    ),
  },
  'POST /api/common/search/records': {
    summary: 'Records of all other apps with all words of the query, by app; nothing for a blank query',
    body: z.object({ query: z.string().max(200, 'Write at most 200 characters') }),
    output: z.array(
      z.object({
        id: z.enum(['mails', 'chats', 'notes', 'boards', 'cards', 'courses', 'guides', 'products', 'files']),
        label: z.string(),
        results: z.array(result).min(1).max(MOST_RESULTS),
      }),
    ),
  },
} as const satisfies DemoCallTable;

/** It searches the data of other groups. */
export const searchState = z.object({});
