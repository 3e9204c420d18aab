import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createClient } from '@clickhouse/client';
import type { ClickhouseSettings } from '../../src/index.ts';

export interface TestClickhouse {
  settings: ClickhouseSettings;
  run(statement: string): Promise<void>;
  /** Creates and fills tables with the statements used for every engine. */
  make(statements: readonly string[]): Promise<void>;
  /** How many statements it has run, not counting those that were only parsed. */
  ran(): Promise<number>;
  /** How many statements clients abandoned. */
  left(): Promise<number>;
  close(): Promise<void>;
}

/** Adapts a statement that creates or fills a table to ClickHouse. */
function clickhouseText(statement: string): string {
  if (!statement.startsWith('CREATE')) return statement.replaceAll('\\', '\\\\');
  const typed = statement.replaceAll(/ DATE\b/g, ' Date32').replaceAll(/ TIMESTAMP\b/g, " DateTime64(6, 'UTC')");
  return `${typed.replace('CREATE TEMPORARY TABLE', 'CREATE OR REPLACE TABLE')} ENGINE = MergeTree ORDER BY tuple()`;
}

/** What a server requires of clients; TLS if there is a key. */
export type Requirements = Partial<Record<'user' | 'password' | 'key' | 'cert', string>>;

/** ClickHouse's own engine in a child process, from the folder that `npm run test:engines` installs it in. */
export async function openClickhouse(required: Requirements = {}): Promise<TestClickhouse> {
  const folder = process.env['RISE_CHDB'];
  if (!folder)
    throw new Error('Run npm run test:engines, which installs ClickHouse\u2019s engine and says where it is.');
  const child = spawn(
    process.execPath,
    [new URL('chdb.process.mjs', import.meta.url).pathname, folder, JSON.stringify(required)],
    {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  const [text] = (await Promise.race([
    once(child.stdout!, 'data'),
    once(child, 'exit').then(() => Promise.reject(new Error('ClickHouse\u2019s engine does not start.'))),
  ])) as [Buffer];
  const common = {
    user: required.user ?? 'default',
    password: required.password ?? '',
    tls: null,
    connections: 2,
    deadlineMs: 60_000,
    tenantColumn: 'tenant_id',
  };
  const settings: ClickhouseSettings = {
    engine: 'clickhouse',
    host: '127.0.0.1',
    port: Number(String(text)),
    schema: 'default',
    ...common,
  };
  const client = createClient({
    url: `http://127.0.0.1:${settings.port}`,
    clickhouse_settings: { data_type_default_nullable: 1 },
  });
  const run = (query: string) => client.command({ query }).then(() => undefined);
  const output = async (what: string) =>
    Number(await (await fetch(`http://127.0.0.1:${settings.port}/${what}`)).text());
  return {
    settings,
    run,
    async make(statements) {
      for (const statement of statements) await run(clickhouseText(statement));
    },
    ran: () => output('ran'),
    left: () => output('left'),
    async close() {
      await client.close();
      child.kill('SIGKILL');
    },
  };
}
