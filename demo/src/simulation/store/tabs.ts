import type { GroupName } from '../group.ts';
import { isLater, type Stamp } from './database.ts';

/** What tabs tell each other: parts that changed, or, as one opens, what it knows. */
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

export interface Tabs {
  tell(parts: readonly TabPart[]): void;
  close(): void;
}

/**
 * Keeps the tabs of one browser in step. Each part carries its stamp, and everybody keeps the later one: whichever
 * order the parts come in, all tabs end with the same. A tab that opens is told what it could not find stored yet.
 */
export function joinTabs(
  channel: Channel,
  own: {
    stamps(): Readonly<Partial<Record<GroupName, Stamp>>>;
    parts(): readonly TabPart[];
    take(parts: readonly TabPart[]): void;
  },
): Tabs {
  channel.listen((given) => {
    const message = given as Message;
    if (message.kind === 'parts') return own.take(message.parts);
    const newer = own.parts().filter(({ group, stamp }) => {
      const known = message.stamps[group];
      return !known || isLater(stamp, known);
    });
    if (newer.length > 0) channel.send({ kind: 'parts', parts: newer } satisfies Message);
  });
  channel.send({ kind: 'opened', stamps: own.stamps() } satisfies Message);
  return {
    tell: (parts) => channel.send({ kind: 'parts', parts } satisfies Message),
    close: () => channel.close(),
  };
}
