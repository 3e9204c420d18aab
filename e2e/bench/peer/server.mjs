// The peer: drizzle-cube's API over DuckDB, as its documentation sets it up. Arguments are the version file and the
// tenant; it prints its port. Runs from `.bench/peer`, where its packages are: see ../peer.ts.
import { serve } from '@hono/node-server';
import { DuckDBInstance } from '@duckdb/node-api';
import { drizzle } from '@leonardovida-md/drizzle-neo-duckdb';
import { createCubeApp } from 'drizzle-cube/adapters/hono';
import { defineCube } from 'drizzle-cube/server';
import { eq } from 'drizzle-orm';
import { bigint, numeric, pgTable, text } from 'drizzle-orm/pg-core';

const [file, tenant] = process.argv.slice(2);
const transaction = pgTable('transaction', {
  tenant: text('tenant_id'),
  id: bigint('transaction_id', { mode: 'number' }),
  member: bigint('member_id', { mode: 'number' }),
  branch: text('branch'),
  amount: numeric('amount'),
});
const transactions = defineCube('Transactions', {
  sql: ({ securityContext }) => ({ from: transaction, where: eq(transaction.tenant, securityContext.tenant) }),
  joins: {},
  measures: { amount: { name: 'amount', type: 'sum', sql: transaction.amount } },
  dimensions: {
    branch: { name: 'branch', type: 'string', sql: transaction.branch },
    member: { name: 'member', type: 'number', sql: transaction.member },
  },
});

const instance = await DuckDBInstance.create(file, { access_mode: 'READ_ONLY', threads: '2', memory_limit: '512MB' });
const app = createCubeApp({
  cubes: [transactions],
  drizzle: drizzle(await instance.connect()),
  schema: { transaction },
  engineType: 'duckdb',
  extractSecurityContext: () => ({ tenant }),
  mcp: { enabled: false },
});
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => process.stdout.write(`${port}\n`));
