import type { LiveEvent } from '@rise/contract';

export interface EventReader {
  readonly response: Response;
  /** Every event so far. */
  readonly events: LiveEvent[];
  /** Resolves once the stream stands where it can be told something, with the number it stands at. */
  readonly opened: Promise<string>;
  /** The first event, of those there are and of those to come, that is as wanted; rejects where the stream ends before. */
  next(wanted: (event: LiveEvent) => boolean): Promise<LiveEvent>;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  /** Hangs up. */
  close(): Promise<void>;
}

/** Reads an event stream as it comes, without coming back when it ends. */
export function readEvents(response: Response): EventReader {
  if (response.status !== 200) throw new Error(`The stream answered ${response.status}`);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const events: LiveEvent[] = [];
  const waiting = new Set<() => void>();
  let over = false;
  let opening: (id: string) => void;
  const opened = new Promise<string>((resolve) => {
    opening = resolve;
  });
  const wake = () => {
    for (const look of waiting) look();
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
    next: (wanted) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = events.find(wanted);
          if (!found && !over) return;
          waiting.delete(look);
          if (found) resolve(found);
          else reject(new Error(`The stream ended after ${JSON.stringify(events)}`));
        };
        waiting.add(look);
        look();
      }),
    async close() {
      await reader.cancel().catch(() => {});
      await ended;
    },
  };
}
