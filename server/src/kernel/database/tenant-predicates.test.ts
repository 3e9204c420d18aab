import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  readyToRead,
  statementsIn,
  untiedTables,
  withoutEachPredicate,
  type Statement,
} from '../../testing/tenant-predicates.ts';

/**
 * Row-level security is the second guard: each statement that runs for a tenant names it for every table that it reads
 * or changes. So either guard alone keeps tenants apart.
 */
const SOURCES = fileURLToPath(new URL('../../', import.meta.url));
const SCHEMA = fileURLToPath(new URL('../../../migrations/schema.sql', import.meta.url));

let statements: Statement[];
let tenantTables: Set<string>;

beforeAll(async () => {
  await readyToRead();
  const files = (await readdir(SOURCES, { recursive: true })).filter((file) => file.endsWith('.sql.ts'));
  const sources = await Promise.all(files.map((file) => readFile(`${SOURCES}/${file}`, 'utf8')));
  statements = files.flatMap((file, place) => statementsIn(file, sources[place]!)).filter(({ isTenants }) => isTenants);
  const schema = await readFile(SCHEMA, 'utf8');
  tenantTables = new Set(
    [...schema.matchAll(/^CREATE TABLE (\w+) \(\n([^;]*?)\n\);/gm)]
      .filter(([, , columns]) => /^ {2}tenant_id /m.test(columns!))
      .map(([, name]) => name!),
  );
});

/** Statements about single people, whatever the tenant. */
const BY_PERSON = [
  'sessions/sessions.sql.ts › enterTenant: session',
  // Also of accounts of its own provider that are in no tenant yet.
  'identity-providers/identity-providers.sql.ts › endSessionsNotAdmitted: session',
];

const untied = (statement: Statement) => untiedTables(statement, tenantTables);

test('every statement that runs for a tenant names it for each table', () => {
  expect(tenantTables.size).toBeGreaterThan(20);
  const found = statements.flatMap((statement) => untied(statement).map((table) => `${statement.place}: ${table}`));
  expect(found.toSorted()).toEqual(BY_PERSON.toSorted());
});

describe('the test above notices', () => {
  test('each predicate that is removed', () => {
    const mutants = statements.flatMap(withoutEachPredicate);
    expect(mutants.length).toBeGreaterThan(80);
    const unnoticed = mutants
      .filter((mutant) => untied(mutant).length === 0)
      .map(({ place, sql }) => `${place}: ${sql}`);
    expect(unnoticed).toEqual([]);
  });

  test.each([
    ['a table without a condition', 'SELECT FROM chat'],
    ['one of two tables', 'SELECT FROM chat c JOIN chat_person p ON p.chat_id = c.id WHERE c.tenant_id = $1'],
    [
      'a subquery',
      'SELECT FROM chat c WHERE tenant_id = $1 AND EXISTS (SELECT FROM chat_person p WHERE p.chat_id = c.id)',
    ],
    ['a side of a union', 'SELECT FROM chat WHERE tenant_id = $1 UNION SELECT FROM chat'],
    ['another value', 'SELECT FROM chat WHERE tenant_id = $2'],
    ['an alternative', 'SELECT FROM chat WHERE tenant_id = $1 OR id = $2'],
    ['a comparison with itself', 'SELECT FROM chat c WHERE c.tenant_id = c.tenant_id'],
    ['an update', 'UPDATE chat SET last_message = $2 WHERE id = $3'],
    [
      'a deletion by a joined table',
      'DELETE FROM chat c USING chat_person p WHERE p.tenant_id = $1 AND p.chat_id = c.id',
    ],
  ])('%s', (_, sql) => {
    const statement = { place: 'test', sql, tenantValues: [1], isTenants: true };
    expect(untied(statement)).not.toEqual([]);
  });
});
