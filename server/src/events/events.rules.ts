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

/** Whether a reader may still be told what they were told as `before`. */
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
 * The number after which a reader's stream goes on, or null where what it missed is not known any more: an id that is
 * none, one from before a restored backup, one older than what is kept.
 */
export function resumePoint(lastEventId: string, cursor: number, oldest: number | null): number | null {
  if (!/^\d{1,15}$/.test(lastEventId)) return null;
  const last = Number(lastEventId);
  if (last > cursor) return null;
  return last === cursor || (oldest !== null && last >= oldest - 1) ? last : null;
}

/** An event as it goes over the wire. */
export function frameOf({ number, kind, data }: Pick<StoredEvent, 'number' | 'kind' | 'data'>): Buffer {
  const event: LiveEvent = { id: number, kind, data };
  return Buffer.from(`id: ${number}\ndata: ${JSON.stringify(event)}\n\n`);
}

/** Says that anything may have changed, to a reader who missed too much to be told what. */
export function everythingChanged(cursor: number): Buffer {
  const kinds = EVENT_KINDS.filter((kind) => kind !== 'session');
  return Buffer.concat(kinds.map((kind) => frameOf({ number: cursor, kind, data: {} })));
}

/** The first words of a stream: where it stands, so that the reader can come back to it before anything happened. */
export function opening(cursor: number): Buffer {
  return Buffer.from(`: open\nid: ${cursor}\n\n`);
}

export const HEARTBEAT = Buffer.from(': still here\n\n');
