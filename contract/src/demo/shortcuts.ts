import { z } from 'zod';
import { shortcut, shortcutRoutes } from '../shortcuts.ts';
import type { DemoCallTable } from './call.ts';
import { anyId, byId } from './fields.ts';

const change = shortcutRoutes['PATCH /api/common/shortcuts'].input.body;

export const shortcutCalls = {
  'GET /api/common/shortcuts': { summary: 'The shortcuts, in order of creation', output: z.array(shortcut) },
  'POST /api/common/shortcuts': {
    summary: 'Add a shortcut',
    body: shortcutRoutes['POST /api/common/shortcuts'].input.body,
    output: shortcut,
  },
  'PATCH /api/common/shortcuts': {
    summary: 'Change a shortcut; returns the merged shortcut',
    body: z.strictObject({ id: anyId, shortcut: change.shape.shortcut }),
    output: shortcut.nullable(),
  },
  'DELETE /api/common/shortcuts': {
    summary: 'Delete a shortcut; returns it',
    query: byId,
    output: shortcut.nullable(),
  },
} as const satisfies DemoCallTable;

export const shortcutState = z.object({ shortcuts: z.array(shortcut) });
