/** One raw event: its id and its data as text. */
interface Frame {
  id: string | null;
  data: string;
}

/** How a subscription opens, watches and reopens its stream until the signal aborts. */
export interface EventStreamOptions {
  /** Opens the stream after the given event. Throws where that fails. */
  open(lastEventId: string | null, signal: AbortSignal): Promise<Response>;
  /** Called for each event's data. */
  onData(data: string): void;
  /** Called each time the stream has opened; `resumed` is false where events may have been missed. */
  onOpen?: (resumed: boolean) => void;
  /** True for an error that retrying cannot fix. */
  isFinal(error: unknown): boolean;
  /** Milliseconds of silence after which the stream is considered dead. */
  silenceMs: number;
  signal: AbortSignal;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** Reads server-sent events, reconnecting after the last one. Resolves when the signal aborts; rejects with a final error. */
export async function readEventStream(options: EventStreamOptions): Promise<void> {
  const { signal } = options;
  let lastEventId: string | null = null;
  let failures = 0;
  while (!signal.aborted) {
    const attempt = new AbortController();
    const abort = () => attempt.abort();
    signal.addEventListener('abort', abort);
    let silence: ReturnType<typeof setTimeout> | undefined;
    const alive = () => {
      clearTimeout(silence);
      silence = setTimeout(abort, options.silenceMs);
    };
    try {
      alive();
      const response = await options.open(lastEventId, attempt.signal);
      options.onOpen?.(lastEventId !== null);
      for await (const frame of framesOf(response, alive)) {
        failures = 0;
        lastEventId = frame.id ?? lastEventId;
        if (frame.data !== '') options.onData(frame.data);
      }
    } catch (error) {
      if (!signal.aborted && options.isFinal(error)) throw error;
    } finally {
      clearTimeout(silence);
      signal.removeEventListener('abort', abort);
      attempt.abort();
    }
    // Jitter: clients that lost the same server must not reconnect all at once.
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + Math.random() / 2);
    failures += 1;
    await paused(pause, signal);
  }
}

/** Passes on the data of each event of a response that ends. Returns false where it was cut off within an event. */
export async function readEvents(response: Response, onData: (data: string) => void): Promise<boolean> {
  const frames = framesOf(response, () => {});
  for (;;) {
    const { done, value } = await frames.next();
    if (done) return value;
    if (value.data !== '') onData(value.data);
  }
}

/** Parses the frames of a stream; comments only count as a heartbeat. Returns whether the last one was complete. */
async function* framesOf({ body }: Response, alive: () => void): AsyncGenerator<Frame, boolean> {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return rest === '';
    alive();
    const blocks = (rest + value).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const frame = frameOf(block);
      if (frame) yield frame;
    }
  }
}

function frameOf(block: string): Frame | null {
  let id: string | null = null;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^(\w+): ?(.*)$/s.exec(line) ?? [];
    if (field === 'id') id = value;
    else if (field === 'data') data.push(value);
  }
  return id === null && data.length === 0 ? null : { id, data: data.join('\n') };
}

function paused(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });
}
