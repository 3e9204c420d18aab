import { HEARTBEAT_SECONDS } from '@rise/contract';
import type { Logger } from 'pino';
import { SYSTEM, type Actor } from '../kernel/actor.ts';
import type { EventSink, JoinEvents } from '../kernel/api.ts';
import type { Database, Listening } from '../kernel/database.ts';
import { EVENT_CHANNEL } from '../kernel/events.ts';
import { Failure } from '../kernel/failure.ts';
import {
  everythingChanged,
  frameOf,
  HEARTBEAT,
  isFor,
  opening,
  resumePoint,
  sameRights,
  type StoredEvent,
} from './events.rules.ts';
import { eventRange, eventsAfter, pruneEvents } from './events.sql.ts';

export interface EventsOptions {
  readonly database: Database;
  readonly log: Logger;
  /** How often each stream gets a sign of life and its reader's rights are looked at. */
  readonly heartbeatMs?: number;
}

/** What is kept of one open stream; there may be thousands. */
interface Stream {
  readonly actor: Actor;
  readonly sink: EventSink;
  readonly bearerNow: () => Promise<Actor | null>;
  /** The beat of the round in which it is looked at. */
  readonly beat: number;
  /** False until it has been told what it missed. */
  live: boolean;
  open: boolean;
}

export interface EventReader {
  readonly actor: Actor;
  readonly lastEventId: string | null;
  bearerNow(): Promise<Actor | null>;
}

export interface EventService {
  /** Begins to listen for what other transactions publish, here and in other server processes. */
  start(): Promise<void>;
  /** Answers how to join; RATE_LIMITED where the person has very many streams open already. */
  open(reader: EventReader): Promise<JoinEvents>;
  /** How many streams are open. */
  count(): number;
  /** Ends every stream; their readers come back to whichever process answers then. */
  close(): Promise<void>;
}

/** A heartbeat's round has so many beats: the streams take turns, so that their rights are not all asked at once. */
const BEATS = 20;
const PAGE = 500;
const KEPT_HOURS = 24;
const PRUNE_EVERY_ROUNDS = 180;
const STREAMS_OF_ONE_PERSON = 200;
const LOOKS_AT_ONCE = 4;

/** Delivers published events to the open streams of those they are for. */
export function createEvents(options: EventsOptions): EventService {
  const { database, log } = options;
  const streams = new Set<Stream>();
  const perPerson = new Map<string, number>();
  /** Everything up to this number has been written to every live stream. */
  let cursor = 0;
  let delivering: Promise<void> | null = null;
  let again = false;
  let listening: Listening | null = null;
  let timer: NodeJS.Timeout | null = null;
  let beat = 0;
  let rounds = 0;
  let joined = 0;
  let closed = false;

  const leave = (stream: Stream) => {
    if (!stream.open) return;
    stream.open = false;
    stream.live = false;
    streams.delete(stream);
    const { accountId } = stream.actor;
    const left = (perPerson.get(accountId ?? '') ?? 1) - 1;
    if (left === 0) perPerson.delete(accountId ?? '');
    else perPerson.set(accountId ?? '', left);
  };
  const end = (stream: Stream, lastWords?: Buffer) => {
    if (!stream.open) return;
    leave(stream);
    if (lastWords) stream.sink.write(lastWords);
    stream.sink.end();
  };

  /** Ends the stream where its reader's rights are not what they were. While the database is away, nobody can tell. */
  const look = async (stream: Stream, lastWords: () => Buffer | undefined) => {
    try {
      if (!sameRights(stream.actor, await stream.bearerNow())) end(stream, lastWords());
    } catch (error) {
      log.warn({ err: error }, 'the rights of an event stream could not be looked at');
    }
  };

  const tell = (event: StoredEvent) => {
    const frame = frameOf(event);
    for (const stream of streams) {
      if (!stream.live || !isFor(event, stream.actor)) continue;
      stream.sink.write(frame);
      if (event.kind === 'session') void look(stream, () => undefined);
    }
    cursor = event.number;
  };

  const deliver = (): Promise<void> => {
    again = true;
    delivering ??= (async () => {
      try {
        while (again) {
          again = false;
          const events = await database.withGlobal(SYSTEM, (tx) => eventsAfter(tx, cursor, null, PAGE));
          for (const event of events) tell(event);
          if (events.length === PAGE) again = true;
        }
      } finally {
        delivering = null;
      }
    })();
    return delivering;
  };
  const wake = () => {
    deliver().catch((error: Error) => log.warn({ err: error }, 'events could not be read'));
  };

  /** Writes what the reader missed, page by page, until it stands where the live streams stand: then it is one. */
  const catchUp = async (stream: Stream, from: number) => {
    let position = from;
    while (stream.open && position < cursor) {
      const upTo = cursor;
      const events = await database.withGlobal(SYSTEM, (tx) => eventsAfter(tx, position, upTo, PAGE));
      for (const event of events) if (isFor(event, stream.actor)) stream.sink.write(frameOf(event));
      position = events.length < PAGE ? upTo : events.at(-1)!.number;
    }
    // In the same turn as the comparison above: nothing can be told in between.
    stream.live = stream.open;
  };

  const join = async (stream: Stream, lastEventId: string | null) => {
    try {
      let from: number | null = cursor;
      if (lastEventId === null) {
        stream.sink.write(opening(cursor));
      } else {
        await deliver();
        const { oldest } = await database.withGlobal(SYSTEM, eventRange);
        from = resumePoint(lastEventId, cursor, oldest);
        if (from === null) stream.sink.write(everythingChanged(cursor));
      }
      await catchUp(stream, from ?? cursor);
    } catch (error) {
      log.warn({ err: error }, 'an event stream could not go on where it was');
      end(stream);
    }
  };

  const lookAtAll = async (due: Stream[]) => {
    const next = async (): Promise<void> => {
      for (let stream = due.pop(); stream; stream = due.pop())
        await look(stream, () => frameOf({ number: cursor, kind: 'session', data: {} }));
    };
    await Promise.all(Array.from({ length: LOOKS_AT_ONCE }, next));
  };

  const onBeat = () => {
    beat = (beat + 1) % BEATS;
    const due = [...streams].filter((stream) => stream.beat === beat);
    for (const stream of due) stream.sink.write(HEARTBEAT);
    void lookAtAll(due);
    if (beat !== 0) return;
    // Should a notification ever be lost, its event is late by one round and no more.
    wake();
    rounds += 1;
    if (rounds % PRUNE_EVERY_ROUNDS === 1)
      database
        .withGlobal(SYSTEM, (tx) => pruneEvents(tx, KEPT_HOURS))
        .catch((error: Error) => log.warn({ err: error }, 'old events could not be removed'));
  };

  return {
    count: () => streams.size,
    async start() {
      cursor = (await database.withGlobal(SYSTEM, eventRange)).newest;
      listening = await database.listen(EVENT_CHANNEL, wake);
      timer = setInterval(onBeat, (options.heartbeatMs ?? HEARTBEAT_SECONDS * 1000) / BEATS).unref();
    },
    async open({ actor, lastEventId, bearerNow }) {
      const person = actor.accountId ?? '';
      if ((perPerson.get(person) ?? 0) >= STREAMS_OF_ONE_PERSON) throw new Failure('RATE_LIMITED');
      return (sink) => {
        if (closed) return sink.end();
        joined += 1;
        const stream: Stream = { actor, sink, bearerNow, beat: joined % BEATS, live: false, open: true };
        streams.add(stream);
        perPerson.set(person, (perPerson.get(person) ?? 0) + 1);
        sink.onClose(() => leave(stream));
        void join(stream, lastEventId);
      };
    },
    async close() {
      closed = true;
      if (timer) clearInterval(timer);
      for (const stream of streams) end(stream);
      await listening?.stop();
      await delivering?.catch(() => {});
    },
  };
}
