import type { LiveEvent } from '@rise/contract';

export interface EventReader {
  readonly response: Response;
  /** Every event so far. */
  readonly events: LiveEvent[];
  /** Resolves once the stream receives events, with its initial number. */
  readonly opened: Promise<string>;
  /** The first past or future event that satisfies the condition; rejects if the stream ends before. */
  next(matches: (event: LiveEvent) => boolean): Promise<LiveEvent>;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  /** Disconnects. */
  close(): Promise<void>;
}

/** Reads an event stream without reconnecting when it ends. */
export function readEvents(response: Response): EventReader {
  if (response.status !== 200) throw new Error(`The stream answered ${response.status}`);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const events: LiveEvent[] = [];
  const waiters = new Set<() => void>();
  let over = false;
  let opening: (id: string) => void;
  const opened = new Promise<string>((resolve) => {
    opening = resolve;
  });
  const wake = () => {
    for (const check of waiters) check();
  };
  const read = async () => {
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: '' }));
      if (done) break;
      const blocks = (rest + value).split('\n\n');
      rest = blocks.pop()!;
      for (const block of blocks) {
        const id = /^id: (\d+)$/m.exec(block)?.[1];
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (id !== undefined) opening(id);
        if (data !== undefined) events.push(JSON.parse(data) as LiveEvent);
      }
      wake();
    }
    over = true;
    wake();
  };
  const ended = read();
  return {
    response,
    events,
    opened,
    ended,
    next: (matches) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const event = events.find(matches);
          if (!event && !over) return;
          waiters.delete(look);
          if (event) resolve(event);
          else reject(new Error(`The stream ended after ${JSON.stringify(events)}`));
        };
        waiters.add(look);
        look();
      }),
    async close() {
      await reader.cancel().catch(() => {});
      await ended;
    },
  };
}
