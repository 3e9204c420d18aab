import { EVENT_KINDS, type EventKind, type LiveEvent } from '@rise/contract';
import type { Actor } from '../kernel/actor.ts';

export interface StoredEvent {
  number: number;
  tenantId: string | null;
  accountId: string | null;
  sessionId: string | null;
  kind: EventKind;
  data: LiveEvent['data'];
}

/** Whether an event is for this reader: each part of its audience that is set must be theirs. */
export function isFor(event: StoredEvent, reader: Actor): boolean {
  return (
    (event.tenantId === null || event.tenantId === reader.tenantId) &&
    (event.accountId === null || event.accountId === reader.accountId) &&
    (event.sessionId === null || event.sessionId === reader.sessionId)
  );
}

/** Whether a reader's rights are the same as in `before`. */
export function sameRights(before: Actor, now: Actor | null): boolean {
  return (
    now !== null &&
    now.accountId === before.accountId &&
    now.tenantId === before.tenantId &&
    now.sessionId === before.sessionId &&
    now.roles.join() === before.roles.join()
  );
}

/**
 * The number after which a reader's stream resumes, or null where it is unknown which events were missed: an invalid
 * id, one from before a restored backup, one older than the retained events.
 */
export function resumePoint(lastEventId: string, cursor: number, oldest: number | null): number | null {
  if (!/^\d{1,15}$/.test(lastEventId)) return null;
  const last = Number(lastEventId);
  if (last > cursor) return null;
  return last === cursor || (oldest !== null && last >= oldest - 1) ? last : null;
}

/** An event as a frame of `text/event-stream`. */
export function eventFrame({ number, kind, data }: Pick<StoredEvent, 'number' | 'kind' | 'data'>): Buffer {
  const event: LiveEvent = { id: number, kind, data };
  return Buffer.from(`id: ${number}\ndata: ${JSON.stringify(event)}\n\n`);
}

/** One event of each kind, for a reader whose missed events are unknown. */
export function allChangedFrames(cursor: number): Buffer {
  const kinds = EVENT_KINDS.filter((kind) => kind !== 'session');
  return Buffer.concat(kinds.map((kind) => eventFrame({ number: cursor, kind, data: {} })));
}

/** A stream's first frame: its position, so that the reader can resume even before the first event. */
export function openingFrame(cursor: number): Buffer {
  return Buffer.from(`: open\nid: ${cursor}\n\n`);
}

export const HEARTBEAT = Buffer.from(': still here\n\n');
