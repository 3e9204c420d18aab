import { HEARTBEAT_SECONDS } from '@rise/contract';
import type { Logger } from 'pino';
import { SYSTEM, type Actor } from '../kernel/actor.ts';
import type { EventSink, JoinEvents } from '../kernel/api/api.ts';
import type { Database, Listening } from '../kernel/database/database.ts';
import { EVENT_CHANNEL } from '../kernel/events.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import {
  allChangedFrames,
  eventFrame,
  HEARTBEAT,
  isFor,
  openingFrame,
  resumePoint,
  sameRights,
  type StoredEvent,
} from './events.rules.ts';
import { eventRange, eventsAfter, pruneEvents } from './events.sql.ts';

export interface EventsOptions {
  readonly database: Database;
  readonly log: Logger;
  /** How often each stream gets a heartbeat and its reader's rights are checked. */
  readonly heartbeatMs?: number;
}

/** An open stream; there may be thousands, so it is small. */
interface Stream {
  readonly actor: Actor;
  readonly sink: EventSink;
  readonly currentBearer: () => Promise<Actor | null>;
  /** The tick of the cycle on which it gets its heartbeat. */
  readonly tick: number;
  /** False until it has caught up with the events it missed. */
  live: boolean;
  open: boolean;
}

export interface EventReader {
  readonly actor: Actor;
  readonly lastEventId: string | null;
  currentBearer(): Promise<Actor | null>;
}

/** Ticks per heartbeat cycle: streams are spread over them, so that their rights are not all checked at once. */
const TICKS = 20;
const PAGE = 500;
const RETENTION_HOURS = 24;
const CYCLES_BETWEEN_PRUNES = 180;
const MOST_STREAMS_PER_PERSON = 200;
const CONCURRENT_CHECKS = 4;

/** Delivers published events to the open streams of their readers. */
export class EventService {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #heartbeatMs: number;
  readonly #streams = new Set<Stream>();
  readonly #streamsPerPerson = new Map<string, number>();
  /** Every event up to this number has been written to every live stream. */
  #cursor = 0;
  #delivering: Promise<void> | null = null;
  /** An event was published since the running delivery last read. */
  #published = false;
  #listening: Listening | null = null;
  #timer: NodeJS.Timeout | null = null;
  #tick = 0;
  #cycles = 0;
  /** Number of streams ever opened: spreads them over the ticks. */
  #openedStreams = 0;
  #closed = false;

  constructor({ database, log, heartbeatMs = HEARTBEAT_SECONDS * 1000 }: EventsOptions) {
    this.#database = database;
    this.#log = log;
    this.#heartbeatMs = heartbeatMs;
  }

  /** Starts listening for events of all transactions, here and in other server processes. */
  async start(): Promise<void> {
    this.#cursor = (await this.#database.withGlobal(SYSTEM, eventRange)).newest;
    this.#listening = await this.#database.listen(EVENT_CHANNEL, () => this.#wake());
    this.#timer = setInterval(() => this.#onTick(), this.#heartbeatMs / TICKS).unref();
  }

  /** Returns how to join; throws RATE_LIMITED where the person has too many streams open. */
  async open({ actor, lastEventId, currentBearer }: EventReader): Promise<JoinEvents> {
    const person = actor.accountId ?? '';
    if ((this.#streamsPerPerson.get(person) ?? 0) >= MOST_STREAMS_PER_PERSON) throw new UserError('RATE_LIMITED');
    return (sink) => {
      if (this.#closed) return sink.end();
      this.#openedStreams += 1;
      const tick = this.#openedStreams % TICKS;
      const stream: Stream = { actor, sink, currentBearer, tick, live: false, open: true };
      this.#streams.add(stream);
      this.#streamsPerPerson.set(person, (this.#streamsPerPerson.get(person) ?? 0) + 1);
      sink.onClose(() => this.#remove(stream));
      void this.#join(stream, lastEventId);
    };
  }

  /** How many streams are open. */
  count(): number {
    return this.#streams.size;
  }

  /** Ends every stream; readers reconnect to whichever process is running then. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearInterval(this.#timer);
    for (const stream of this.#streams) this.#end(stream);
    await this.#listening?.stop();
    await this.#delivering?.catch(() => {});
  }

  #wake(): void {
    this.#deliverPending().catch((error: Error) => this.#log.warn({ err: error }, 'events could not be read'));
  }

  /** Reads new events and writes them to the live streams; a call during a delivery prolongs that one. */
  #deliverPending(): Promise<void> {
    this.#published = true;
    this.#delivering ??= this.#readPublished().finally(() => {
      this.#delivering = null;
    });
    return this.#delivering;
  }

  async #readPublished(): Promise<void> {
    while (this.#published) {
      this.#published = false;
      const events = await this.#database.withGlobal(SYSTEM, (tx) => eventsAfter(tx, this.#cursor, null, PAGE));
      for (const event of events) this.#deliver(event);
      if (events.length === PAGE) this.#published = true;
    }
  }

  #deliver(event: StoredEvent): void {
    const frame = eventFrame(event);
    for (const stream of this.#streams) {
      if (!stream.live || !isFor(event, stream.actor)) continue;
      stream.sink.write(frame);
      if (event.kind === 'session') void this.#checkRights(stream, () => undefined);
    }
    this.#cursor = event.number;
  }

  async #join(stream: Stream, lastEventId: string | null): Promise<void> {
    try {
      let from: number | null = this.#cursor;
      if (lastEventId === null) {
        stream.sink.write(openingFrame(this.#cursor));
      } else {
        await this.#deliverPending();
        const { oldest } = await this.#database.withGlobal(SYSTEM, eventRange);
        from = resumePoint(lastEventId, this.#cursor, oldest);
        if (from === null) stream.sink.write(allChangedFrames(this.#cursor));
      }
      await this.#catchUp(stream, from ?? this.#cursor);
    } catch (error) {
      this.#log.warn({ err: error }, 'an event stream could not be resumed');
      this.#end(stream);
    }
  }

  /** Writes missed events page by page until the stream has caught up with the live ones; then it is live too. */
  async #catchUp(stream: Stream, from: number): Promise<void> {
    let position = from;
    while (stream.open && position < this.#cursor) {
      const upTo = this.#cursor;
      const events = await this.#database.withGlobal(SYSTEM, (tx) => eventsAfter(tx, position, upTo, PAGE));
      for (const event of events) if (isFor(event, stream.actor)) stream.sink.write(eventFrame(event));
      position = events.length < PAGE ? upTo : events.at(-1)!.number;
    }
    // No await since the comparison above, so nothing can be delivered in between.
    stream.live = stream.open;
  }

  #onTick(): void {
    this.#tick = (this.#tick + 1) % TICKS;
    const due = [...this.#streams].filter((stream) => stream.tick === this.#tick);
    for (const stream of due) stream.sink.write(HEARTBEAT);
    void this.#checkAllRights(due);
    if (this.#tick === 0) this.#onCycle();
  }

  #onCycle(): void {
    // If a notification is lost, its event is at most one cycle late.
    this.#wake();
    this.#cycles += 1;
    if (this.#cycles % CYCLES_BETWEEN_PRUNES !== 1) return;
    this.#database
      .withGlobal(SYSTEM, (tx) => pruneEvents(tx, RETENTION_HOURS))
      .catch((error: Error) => this.#log.warn({ err: error }, 'old events could not be removed'));
  }

  async #checkAllRights(due: Stream[]): Promise<void> {
    const checkNext = async (): Promise<void> => {
      for (let stream = due.pop(); stream; stream = due.pop())
        await this.#checkRights(stream, () => eventFrame({ number: this.#cursor, kind: 'session', data: {} }));
    };
    await Promise.all(Array.from({ length: CONCURRENT_CHECKS }, checkNext));
  }

  /** Ends the stream if its reader's rights have changed; keeps it while the database is unavailable. */
  async #checkRights(stream: Stream, lastFrame: () => Buffer | undefined): Promise<void> {
    try {
      if (!sameRights(stream.actor, await stream.currentBearer())) this.#end(stream, lastFrame());
    } catch (error) {
      this.#log.warn({ err: error }, 'the rights of an event stream could not be checked');
    }
  }

  #end(stream: Stream, lastFrame?: Buffer): void {
    if (!stream.open) return;
    this.#remove(stream);
    if (lastFrame) stream.sink.write(lastFrame);
    stream.sink.end();
  }

  #remove(stream: Stream): void {
    if (!stream.open) return;
    stream.open = false;
    stream.live = false;
    this.#streams.delete(stream);
    const person = stream.actor.accountId ?? '';
    const count = (this.#streamsPerPerson.get(person) ?? 1) - 1;
    if (count === 0) this.#streamsPerPerson.delete(person);
    else this.#streamsPerPerson.set(person, count);
  }
}
