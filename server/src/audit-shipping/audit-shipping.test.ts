import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { createServer as createTlsServer, type Server as TlsServer, type TLSSocket } from 'node:tls';
import { AUTHORITY, SERVER } from '@rise/engine/certificates';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sealingLag } from '../audit/audit-state.service.ts';
import { sealRound } from '../audit/sealing.service.ts';
import { SYSTEM, systemIn } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { freePort } from '../testing/program.ts';
import { ensureTenant } from '../tenants/tenants.service.ts';
import { AuditShipping, listSinks } from './audit-shipping.service.ts';
import { createSinks, type ShippingSettings } from './sinks.ts';

interface Message {
  type: 'record' | 'head';
  action: string;
  chain: string;
  n: number;
  hash: string;
  link: number;
  tenant: string | null;
  details: { number: number; text?: string };
}

/** Something that stores messages, and can be stopped in the middle and started again at the same port, which nobody else gets meanwhile. */
interface Receiver {
  readonly stored: Message[];
  readonly heads: string[];
  /** Stores so many more, then falls dead with everything that it has not stored. */
  dieAfter: number;
  port: number;
  start(): Promise<void>;
  stop(): Promise<void>;
}

let fixture: TestDatabase;
let tenant: string;
let receiver: Receiver;
const running: AuditShipping[] = [];

beforeAll(async () => {
  fixture = await createTestDatabase();
  tenant = (await ensureTenant(fixture.database, { slug: 'alder', name: 'Alder' })).tenant.id;
});
afterAll(() => fixture?.close());
afterEach(async () => {
  await Promise.all(running.splice(0).map((shipping) => shipping.close()));
  await receiver.stop();
  await fixture.database.withGlobal(SYSTEM, (tx) => tx.run`UPDATE audit_sink SET failure = NULL, failing_since = NULL`);
});

function syslogServer(): Receiver {
  let server: TlsServer | null = null;
  const sockets = new Set<TLSSocket>();
  const self: Receiver = {
    stored: [],
    heads: [],
    dieAfter: Infinity,
    port: 0,
    async start() {
      server = createTlsServer(SERVER, (socket) => {
        sockets.add(socket);
        let text = '';
        socket.on('error', () => undefined);
        socket.on('data', (part: Buffer) => {
          text += part.toString('latin1');
          for (;;) {
            const space = text.indexOf(' ');
            const length = Number(text.slice(0, space));
            if (space < 1 || text.length < space + 1 + length) return;
            const frame = text.slice(space + 1, space + 1 + length);
            text = text.slice(space + 1 + length);
            if (self.dieAfter <= 0) return void die();
            self.dieAfter -= 1;
            const [, head, json] = /^(<\d+>1 \S+Z \S+ rise - audit-(?:record|head) -) (\{.*\})$/.exec(frame)!;
            self.heads.push(head!);
            self.stored.push(JSON.parse(json!) as Message);
          }
        });
      });
      const die = () => {
        for (const socket of sockets) socket.destroy();
        server?.close();
      };
      self.port ||= await freePort();
      await new Promise<void>((resolve) => void server!.listen(self.port, '127.0.0.1', resolve));
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => void (server ? server.close(() => resolve()) : resolve()));
    },
  };
  return self;
}

function collector(): Receiver {
  let server: HttpServer | null = null;
  const self: Receiver = {
    stored: [],
    heads: [],
    dieAfter: Infinity,
    port: 0,
    async start() {
      server = createHttpServer((request, response) => {
        let text = '';
        request.on('data', (part: Buffer) => (text += part.toString('utf8')));
        request.on('end', () => {
          self.heads.push(`${request.headers.authorization} ${request.headers['content-type']}`);
          const lines = text.trim().split('\n');
          const taken = lines.slice(0, self.dieAfter);
          self.dieAfter -= taken.length;
          self.stored.push(...taken.map((line) => JSON.parse(line) as Message));
          if (taken.length === lines.length) return void response.writeHead(204).end();
          request.socket.destroy();
          server?.close();
        });
      });
      self.port ||= await freePort();
      await new Promise<void>((resolve) => void server!.listen(self.port, '127.0.0.1', resolve));
    },
    async stop() {
      server?.closeAllConnections();
      await new Promise<void>((resolve) => void (server ? server.close(() => resolve()) : resolve()));
    },
  };
  return self;
}

const settingsOf = (name: 'syslog' | 'http'): ShippingSettings => ({
  syslog: name === 'syslog' ? new URL(`tls://127.0.0.1:${receiver.port}`) : null,
  http: name === 'http' ? { url: new URL(`http://127.0.0.1:${receiver.port}/audit`), token: 'secret' } : null,
  authority: AUTHORITY,
});

async function ship(name: 'syslog' | 'http') {
  const sinks = createSinks(settingsOf(name), 'rise.example.org');
  const shipping = new AuditShipping({ database: fixture.database, sinks, restMs: 10, log: { warn: () => undefined } });
  running.push(shipping);
  await shipping.start();
  return shipping;
}

/** Seals records of both chains; returns the numbers that are in their details. */
async function addRecords(from: number, count: number): Promise<number[]> {
  const numbers = Array.from({ length: count }, (_, index) => from + index);
  for (const number of numbers)
    await audit(fixture.database, number % 2 === 0 ? systemIn(tenant) : SYSTEM, {
      action: 'test.shipped',
      outcome: 'done',
      details: { number, text: 'Ölçü\n' },
    });
  // Transactions of other tests on the same PostgreSQL delay the seals.
  await until(async () => {
    await sealRound(fixture.database);
    return (await fixture.database.withGlobal(SYSTEM, sealingLag, 'reads')) === null;
  });
  return numbers;
}

const numbersOf = ({ stored }: Receiver) =>
  stored.filter(({ action }) => action === 'test.shipped').map(({ details }) => details.number);
const until = async (isSo: () => boolean | Promise<boolean>) => {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
};
const stateOf = async () => (await fixture.database.withGlobal(SYSTEM, listSinks, 'reads'))[0]!;

test.each(['syslog', 'http'] as const)(
  '%s: a server that dies in a batch gets all of it again, in order, and nothing is lost',
  async (name) => {
    receiver = name === 'syslog' ? syslogServer() : collector();
    await receiver.start();
    const base = name === 'syslog' ? 1000 : 2000;
    await ship(name);
    const first = await addRecords(base, 6);
    await until(() => first.every((number) => numbersOf(receiver).includes(number)));
    await until(async () => (await stateOf()).lagSeconds === null);

    receiver.dieAfter = 3;
    const second = await addRecords(base + 100, 20);
    await until(async () => (await stateOf()).failure !== null);
    expect((await stateOf()).lagSeconds).not.toBeNull();
    const third = await addRecords(base + 200, 5);
    receiver.dieAfter = Infinity;
    await receiver.stop();
    await receiver.start();
    await until(async () => (await stateOf()).lagSeconds === null);

    const numbers = numbersOf(receiver).filter((number) => number >= base);
    expect(new Set(numbers)).toEqual(new Set([...first, ...second, ...third]));
    // In each chain the last time that each came is in order.
    for (const parity of [0, 1]) {
      const last = [...new Set(numbers.toReversed())].toReversed().filter((number) => number % 2 === parity);
      expect(last).toEqual(last.toSorted((a, b) => a - b));
    }
    expect((await stateOf()).failure).toBeNull();
  },
);

test('what is shipped names chain and link, and the head that seals it follows', async () => {
  receiver = syslogServer();
  await receiver.start();
  await ship('syslog');
  const [number] = await addRecords(3000, 1);
  await until(() => numbersOf(receiver).includes(number!));
  await until(async () => (await stateOf()).lagSeconds === null);
  const at = receiver.stored.findIndex(({ details }) => details?.number === number);
  const record = receiver.stored[at]!;
  expect(record).toMatchObject({ tenant, chain: tenant, details: { text: 'Ölçü\n' } });
  const head = receiver.stored.slice(at).find(({ type, chain }) => type === 'head' && chain === tenant)!;
  expect(head).toMatchObject({ n: record.link, hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  expect(receiver.heads.at(-1)).toMatch(/^<110>1 \d{4}-.*Z rise\.example\.org rise - audit-head -$/);
});

test('a collector gets the token, and a server with another certificate gets nothing', async () => {
  receiver = collector();
  await receiver.start();
  await ship('http');
  await addRecords(4000, 1);
  await until(() => numbersOf(receiver).includes(4000));
  expect(receiver.heads[0]).toBe('Bearer secret application/x-ndjson');
  await receiver.stop();
  await running.pop()!.close();

  receiver = syslogServer();
  await receiver.start();
  const sinks = createSinks({ ...settingsOf('syslog'), authority: null }, 'rise.example.org');
  const shipping = new AuditShipping({ database: fixture.database, sinks, restMs: 10, log: { warn: () => undefined } });
  running.push(shipping);
  await shipping.start();
  await addRecords(5000, 1);
  await until(async () => (await stateOf()).failure !== null);
  expect(receiver.stored).toEqual([]);
});

test('two servers ship once: one has the lease, and the other takes over when it ends', async () => {
  receiver = collector();
  await receiver.start();
  const one = await ship('http');
  await addRecords(6000, 1);
  await until(() => numbersOf(receiver).includes(6000));
  await ship('http');
  await addRecords(6001, 20);
  await until(async () => (await stateOf()).lagSeconds === null);
  expect(numbersOf(receiver).filter((number) => number > 6000)).toHaveLength(20);
  await one.close();
  await addRecords(6100, 2);
  await until(() => numbersOf(receiver).includes(6101));
});
