import type { GroupName } from '../group.ts';
import { isLater, type Stamp } from './database.ts';

/** Messages between tabs: changed parts, or, from a newly opened tab, the stamps of its parts. */
type Message =
  | { readonly kind: 'parts'; readonly parts: readonly TabPart[] }
  | { readonly kind: 'opened'; readonly stamps: Readonly<Partial<Record<GroupName, Stamp>>> };

export interface TabPart {
  readonly group: GroupName;
  readonly version: number;
  readonly stamp: Stamp;
  readonly data: unknown;
}

/** A broadcast channel between tabs. */
export interface Channel {
  send(message: unknown): void;
  /** Supports one listener. */
  listen(listener: (message: unknown) => void): void;
  close(): void;
}

/** The tab's own parts. */
interface TabState {
  stamps(): Readonly<Partial<Record<GroupName, Stamp>>>;
  parts(): readonly TabPart[];
  receive(parts: readonly TabPart[]): void;
}

/**
 * Synchronizes the tabs of a browser. Each tab keeps the part with the later stamp, so in whichever
 * order parts arrive, all tabs converge. A newly opened tab receives parts that are not stored yet.
 */
export class Tabs {
  readonly #channel: Channel;

  constructor(channel: Channel, initial: TabState) {
    this.#channel = channel;
    channel.listen((received) => {
      const message = received as Message;
      if (message.kind === 'parts') return initial.receive(message.parts);
      const newer = initial.parts().filter(({ group, stamp }) => {
        const other = message.stamps[group];
        return !other || isLater(stamp, other);
      });
      if (newer.length > 0) this.send(newer);
    });
    channel.send({ kind: 'opened', stamps: initial.stamps() } satisfies Message);
  }

  /** Sends parts to all other tabs. */
  send(parts: readonly TabPart[]): void {
    this.#channel.send({ kind: 'parts', parts } satisfies Message);
  }

  close(): void {
    this.#channel.close();
  }
}
