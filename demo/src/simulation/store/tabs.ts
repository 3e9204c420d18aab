import type { GroupName } from '../group.ts';
import { isLater, type Stamp } from './database.ts';

/** Messages between tabs: parts that changed, or, as a tab opens, the stamps of its parts. */
type Message =
  | { readonly kind: 'parts'; readonly parts: readonly TabPart[] }
  | { readonly kind: 'opened'; readonly stamps: Readonly<Partial<Record<GroupName, Stamp>>> };

export interface TabPart {
  readonly group: GroupName;
  readonly version: number;
  readonly stamp: Stamp;
  readonly data: unknown;
}

/** What goes from one tab to all others. */
export interface Channel {
  send(message: unknown): void;
  /** Has one listener. */
  listen(listener: (message: unknown) => void): void;
  close(): void;
}

/** The tab's own state, as the others see it. */
interface TabState {
  stamps(): Readonly<Partial<Record<GroupName, Stamp>>>;
  parts(): readonly TabPart[];
  receive(parts: readonly TabPart[]): void;
}

/**
 * Keeps the tabs of one browser in step. Each part carries its stamp, and each tab keeps the later one: in whichever
 * order the parts come, all tabs end with the same. A tab that opens receives what it could not find stored yet.
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

  /** To all other tabs. */
  send(parts: readonly TabPart[]): void {
    this.#channel.send({ kind: 'parts', parts } satisfies Message);
  }

  close(): void {
    this.#channel.close();
  }
}
