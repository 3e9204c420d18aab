import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';
import { partId } from './report-tiles.ts';

/** Someone else who has the builder of the report open. */
const presentPerson = z.object({
  account: z.uuid(),
  name: z.string(),
  /** The tile that they have selected last; null: none. */
  tile: z.string().nullable(),
});
export type PresentPerson = z.infer<typeof presentPerson>;

/** `visit` names an open page, by an id that it chooses. */
const visit = z.strictObject({ id: z.uuid(), visit: z.uuid() });
const edits = { permission: 'report.write', tenant: 'tenant' } as const;

/** Where one may not change a report, the answer is NOT_FOUND. */
export const reportPresenceRoutes = {
  'PUT /api/v1/reports/:id/presence/:visit': defineRoute({
    ...edits,
    summary: 'Say that a page has the builder of a report open, again within 20 seconds, and read who else does',
    audit: { action: 'report.presence.enter', when: 'denied' },
    input: { params: visit, body: z.strictObject({ tile: partId.nullable() }) },
    /** Each person once, by name; at most twenty. */
    output: z.object({ people: z.array(presentPerson) }),
    errors: ['CONFLICT'],
  }),
  'DELETE /api/v1/reports/:id/presence/:visit': defineRoute({
    ...edits,
    summary: 'Say that a page has left the builder of a report',
    audit: { action: 'report.presence.leave', when: 'denied' },
    input: { params: visit },
    output: z.object({}),
    errors: [],
  }),
} as const;
