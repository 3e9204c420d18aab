import { z } from 'zod';
import { defineRoute } from './define-route.ts';

/**
 * What a page may be told to look at again. `figures`: what all figures stand on, which are data, model, parameters and
 * mappings. `session`: who is signed in, where, and what they may do.
 */
export const EVENT_KINDS = [
  'announcements',
  'alerts',
  'figures',
  'messages',
  'notifications',
  'chat',
  'session',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** A hint to fetch something again: ids at most, never content. */
export const liveEvent = z.object({
  /** Grows with each event; sent back as `Last-Event-ID`, it says where a lost stream goes on. */
  id: z.int(),
  kind: z.enum(EVENT_KINDS),
  /** Ids of what changed, where the kind has some; empty: all of the kind may have changed. */
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
export type LiveEvent = z.infer<typeof liveEvent>;

/** The longest silence of a healthy stream: a comment is sent this often where nothing happens. */
export const HEARTBEAT_SECONDS = 20;

export const eventRoutes = {
  'GET /api/v1/events': defineRoute({
    summary:
      'Be told, while connected, what to fetch again; ends with an event `session` when the rights end or change',
    permission: 'shell.use',
    tenant: 'none',
    audit: { action: 'events.open', when: 'denied' },
    input: {},
    output: liveEvent,
    stream: 'sse',
    errors: ['RATE_LIMITED'],
  }),
} as const;
