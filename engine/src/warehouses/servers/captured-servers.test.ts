import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { QueryTimeout, ResultTooLarge, WarehouseUnavailable } from '../../errors.ts';
import { createServerDriver } from './create-server-driver.ts';
import type { ServerDriver } from './server-driver.ts';
import type { ServerSettings } from './server-settings.ts';

/** Warehouse servers under foreign control: they keep silent, trickle, break off, or never come to an end. */
const DEADLINE_MS = 400;
/** Beyond the deadline, with what connections may take to end: a query that takes longer hangs. */
const HANGS_AFTER_MS = 15_000;

let server: Server | null = null;
const sockets = new Set<Socket>();
let driver: ServerDriver | null = null;
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server?.close();
  await driver?.close();
});

const message = (type: string, body: Buffer) => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const WELCOME = Buffer.concat([
  message('R', Buffer.alloc(4)),
  message('K', Buffer.alloc(8)),
  message('Z', Buffer.from('I')),
]);
/** PostgreSQL's response to a statement without rows. */
const DONE = Buffer.concat([message('C', Buffer.from('BEGIN\0')), message('Z', Buffer.from('T'))]);
const COLUMN = Buffer.concat([Buffer.from([0, 1]), Buffer.from('x\0'), Buffer.alloc(18)]);
const LONG_ROW = message('D', Buffer.concat([Buffer.from([0, 1, 0, 1, 0, 0]), Buffer.alloc(65_536, 'x')]));
const ANNOUNCED = Buffer.concat([Buffer.from('D'), Buffer.from([0x7f, 0xff, 0xff, 0xff]), Buffer.alloc(1000)]);

function flood(socket: Socket, part: Buffer): void {
  const send = () => {
    while (!socket.destroyed && socket.write(part));
  };
  socket.on('drain', send);
  send();
}
function trickle(socket: Socket, bytes: Buffer): void {
  let place = 0;
  const timer = setInterval(() => socket.write(bytes.subarray(place, (place += 1) || 1)), 50);
  socket.once('close', () => clearInterval(timer));
}

type Behavior = (socket: Socket, received: number) => void;

/** What a captured PostgreSQL does with the messages after the first, which is the start-up. */
const after = (act: Behavior): Behavior => {
  return (socket, received) => {
    if (received === 0) socket.write(WELCOME);
    else if (received === 1) socket.write(DONE);
    else act(socket, received);
  };
};

const POSTGRES: Record<string, Behavior> = {
  'never answers': () => undefined,
  'is silent after the start': (socket, received) => received === 0 && void socket.write(WELCOME),
  'is silent during a statement': after(() => undefined),
  'trickles during a statement': after((socket, received) => received === 2 && trickle(socket, LONG_ROW)),
  'breaks off during a statement': after((socket) => socket.destroy()),
  'announces two gigabytes': after((socket) => void socket.write(ANNOUNCED)),
  'never ends its rows': after((socket, received) => {
    if (received !== 2) return;
    socket.write(message('T', COLUMN));
    flood(socket, LONG_ROW);
  }),
  'speaks another protocol': (socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
};

const HEAD = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
const HTTP: Record<string, Behavior> = {
  'never answers': () => undefined,
  'is silent after its head': (socket) => void socket.write(HEAD),
  'trickles its head': (socket, received) => received === 0 && trickle(socket, Buffer.from(HEAD.repeat(10))),
  'breaks off': (socket) => {
    socket.write(HEAD);
    socket.destroy();
  },
  'never ends its head': (socket, received) => {
    if (received > 0) return;
    socket.write('HTTP/1.1 200 OK\r\n');
    flood(socket, Buffer.from(`x-${'y'.repeat(1000)}: z\r\n`));
  },
  'is no HTTP': (socket) => void socket.write('R\0\0\0\x08\0\0\0\0'),
};

const OF_ANY_ENGINE = {
  host: '127.0.0.1',
  user: 'u',
  password: 'p',
  token: null,
  tls: null,
  connections: 2,
  deadlineMs: DEADLINE_MS,
  tenantColumn: null,
  catalog: 'c',
  database: 'd',
  schema: 's',
};

async function connectTo(engine: string, act: Behavior): Promise<ServerDriver> {
  server = createServer((socket) => {
    let received = 0;
    sockets.add(socket);
    socket.on('error', () => undefined).on('data', () => act(socket, received++));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const settings = {
    ...OF_ANY_ENGINE,
    engine,
    port,
  } as unknown as ServerSettings;
  driver = createServerDriver(settings, { deadlineMs: DEADLINE_MS, lookup: undefined, resultBytes: 1_000_000 });
  return driver;
}

/** What became of a query; 'hangs' if nothing did. */
async function outcome(work: Promise<unknown>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(() => resolve('hangs'), HANGS_AFTER_MS);
  });
  const ended = work.then(
    () => 'answers',
    (error: unknown) => error,
  );
  return Promise.race([ended, late]).finally(() => clearTimeout(timer));
}
const isFailure = (error: unknown) =>
  error instanceof QueryTimeout || error instanceof WarehouseUnavailable || error instanceof ResultTooLarge;

const STATEMENT = { sql: 'SELECT 1 AS x', parameters: [], types: ['string' as const], limit: 10 };
const CASES = [
  ...Object.entries(POSTGRES).map(([what, act]) => ['postgres', what, act] as const),
  ...['clickhouse', 'trino'].flatMap((engine) =>
    Object.entries(HTTP).map(([what, act]) => [engine, what, act] as const),
  ),
];

describe.each(CASES)('a captured %s that %s', (engine, _, act) => {
  it('fails a query in time, and the next one too', async () => {
    const to = await connectTo(engine, act);
    for (const attempt of [1, 2]) {
      const error = await outcome(to.query([STATEMENT]));
      expect(isFailure(error), `${attempt}: ${String(error)}`).toBe(true);
    }
  });

  it('is reported by its examination, in time and in our own words', async () => {
    const to = await connectTo(engine, act);
    let issues: unknown;
    expect(await outcome(to.examine().then((found) => (issues = found)))).toBe('answers');
    expect(JSON.stringify(issues)).toMatch(/answer|connections|no schema/);
    expect(JSON.stringify(issues)).not.toMatch(/HTTP|yyyy|xxxx/);
  });
});
