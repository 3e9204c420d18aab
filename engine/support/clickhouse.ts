import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createClient } from '@clickhouse/client';
import type { ClickhouseSettings } from '../src/index.ts';

export interface TestClickhouse {
  settings: ClickhouseSettings;
  run(statement: string): Promise<void>;
  /** Makes and fills tables, told as for every engine. */
  make(statements: readonly string[]): Promise<void>;
  /** How many statements it has run, those not counted of which only the tree was asked for. */
  ran(): Promise<number>;
  /** How many statements were given up by who asked them. */
  left(): Promise<number>;
  close(): Promise<void>;
}

/** A statement that makes or fills a table, as ClickHouse takes it. */
function clickhouseText(statement: string): string {
  if (!statement.startsWith('CREATE')) return statement.replaceAll('\\', '\\\\');
  const typed = statement.replaceAll(/ DATE\b/g, ' Date32').replaceAll(/ TIMESTAMP\b/g, " DateTime64(6, 'UTC')");
  return `${typed.replace('CREATE TEMPORARY TABLE', 'CREATE OR REPLACE TABLE')} ENGINE = MergeTree ORDER BY tuple()`;
}

/** What a server asks of its clients; TLS where there is a key. */
export type Asks = Partial<Record<'user' | 'password' | 'key' | 'cert', string>>;

/** ClickHouse's own engine in a process of its own, from the folder that `npm run test:engines` has put it in. */
export async function openClickhouse(asks: Asks = {}): Promise<TestClickhouse> {
  const folder = process.env['RISE_CHDB'];
  if (!folder)
    throw new Error('Run npm run test:engines, which installs ClickHouse\u2019s engine and says where it is.');
  const child = spawn(
    process.execPath,
    [new URL('chdb.process.mjs', import.meta.url).pathname, folder, JSON.stringify(asks)],
    {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  const [said] = (await Promise.race([
    once(child.stdout!, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('ClickHouse\u2019s engine does not start.'))),
  ])) as [Buffer];
  const common = {
    user: asks.user ?? 'default',
    password: asks.password ?? '',
    tls: null,
    connections: 2,
    deadlineMs: 60_000,
    tenantColumn: 'tenant_id',
  };
  const settings: ClickhouseSettings = { engine: 'clickhouse', host: '127.0.0.1', port: Number(String(said)), schema: 'default', ...common }; // prettier-ignore
  const client = createClient({
    url: `http://127.0.0.1:${settings.port}`,
    clickhouse_settings: { data_type_default_nullable: 1 },
  });
  const run = (query: string) => client.command({ query }).then(() => undefined);
  const told = async (what: string) => Number(await (await fetch(`http://127.0.0.1:${settings.port}/${what}`)).text());
  return {
    settings,
    run,
    async make(statements) {
      for (const statement of statements) await run(clickhouseText(statement));
    },
    ran: () => told('ran'),
    left: () => told('left'),
    async close() {
      await client.close();
      child.kill('SIGKILL');
    },
  };
}
