import { z } from 'zod';
import { defineRoute } from './protocol/define-route.ts';

/**
 * What a page may have to refetch. `figures`: everything behind figures, that is data, model, parameters and mappings.
 * `model-tests`: outcomes of the model's tests. `insights`: what was found in the data, or how far its computation is. `parameter-table`: the table of a warehouse that parameters are written to. `imports`: an import, with its `id`: its draft, its progress or its end. `copies`: a copy, with its `id`. `workspaces`: workspaces, and where which reports are. `reports`: the draft or the versions of a report, with its `id`. `comments`: those on a report, with its `id`. `presence`: who has the builder of a report open, with its `id`.
 * `installation`: whether it is read-only. `session`: the signed-in user, their tenant and their permissions.
 */
export const EVENT_KINDS = [
  'announcements',
  'installation',
  'alerts',
  'model-tests',
  'insights',
  'parameter-table',
  'figures',
  'imports',
  'copies',
  'workspaces',
  'reports',
  'comments',
  'presence',
  'messages',
  'notifications',
  'chat',
  'session',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** An invalidation event: at most ids, never content. */
export const liveEvent = z.object({
  /** Increases with each event; sent as `Last-Event-ID` to resume a broken stream. */
  id: z.int(),
  kind: z.enum(EVENT_KINDS),
  /** Ids of what changed; empty: anything of the kind may have changed. */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type LiveEvent = z.infer<typeof liveEvent>;

/** Heartbeat interval: the longest silence of a healthy stream. */
export const HEARTBEAT_SECONDS = 20;

export const eventRoutes = {
  'GET /api/v1/events': defineRoute({
    summary: 'Subscribe to invalidation events; ends with a `session` event when the session or its permissions change',
    permission: 'shell.use',
    tenant: 'none',
    audit: { action: 'events.open', when: 'denied' },
    input: {},
    output: liveEvent,
    stream: 'sse',
    errors: ['RATE_LIMITED'],
  }),
} as const;
