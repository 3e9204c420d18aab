import { Agent, get, type IncomingMessage } from 'node:http';
import { residentBytes } from './csv-stream.ts';
import { callerOf } from './portal.ts';
import { timed, type Measured } from './project.ts';

const STREAMS = 1000;
const OPENED_AT_ONCE = 50;
/** A little more than one heartbeat, in which the rights of every stream are checked once. */
const ROUND_MS = 25_000;

/**
 * A thousand open event streams, a fifth of them for each person: the server's memory for them, and the time until the
 * last of them receives an announcement, published with the first token.
 */
export async function openStreams(url: string, publisher: string, tokens: readonly string[]): Promise<Measured[]> {
  const caller = callerOf(url, publisher, 2);
  await caller.get('/api/v1/session');
  const before = await residentBytes(url);
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
  const streams: IncomingMessage[] = [];
  while (streams.length < STREAMS) {
    const opening = Array.from({ length: OPENED_AT_ONCE }, (_, index) =>
      open(agent, url, tokens[(streams.length + index) % tokens.length]!),
    );
    streams.push(...(await Promise.all(opening)));
  }
  await new Promise((resolve) => setTimeout(resolve, ROUND_MS));
  const cost = ((await residentBytes(url)) - before) / 1024 / 1024;

  const received = streams.map((stream) => announced(stream));
  const spent = await timed(async () => {
    await caller.post('/api/v1/global/announcements', {
      title: 'A thousand pages show this',
      startDate: new Date().toISOString(),
    });
    await Promise.all(received);
  });
  for (const stream of streams) stream.destroy();
  return [
    {
      what: `${STREAMS} open event streams: memory of the server`,
      measured: `${cost.toFixed(0)} MB`,
      budget: '≤ 150 MB',
      held: cost <= 150,
    },
    {
      what: `An announcement published: until the last of ${STREAMS} open pages is notified`,
      measured: `${spent.toFixed(0)} ms`,
      budget: '≤ 2 s',
      held: spent <= 2000,
    },
  ];
}

function open(agent: Agent, url: string, token: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(`${url}/api/v1/events`, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      if (answer.statusCode === 200) resolve(answer.resume());
      else reject(new Error(`An event stream was answered ${answer.statusCode}`));
    }).on('error', reject);
  });
}

function announced(stream: IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.on('close', () => reject(new Error('An event stream was closed')));
    stream.on('data', (part: Buffer) => {
      if (part.includes('"announcements"')) resolve();
    });
  });
}
