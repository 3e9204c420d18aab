#!/usr/bin/env node
// Proves that the tests would notice a missing guard between tenants: removes each in turn, in memory, and runs the
// tests that have to fail. 'npm run test:mutations'; arguments choose mutations by their names.
// Row-level policies and predicates of the application's own statements are removed by tests of npm test
// (policies.test.ts, tenant-predicates.test.ts); here it is both guards against the isolation table, and the tenant's
// predicate in each place where the engine writes it.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const ISOLATION_TABLE = 'server/src/host/http/isolation.test.ts';

/** The application's predicates on a tenant's id, by the value on their right. */
const predicates = (value) => ({
  file: '.sql.ts',
  find: String.raw`(?<!SET )(?:\b\w+\.)?\btenant_id (?:=|IS NOT DISTINCT FROM) (?:\$\{${value}\}|\w+\.tenant_id)(?:::uuid)?`,
  replacement: 'true',
  place: null,
});

/** In transactions of a tenant, where policies guard the rows, too. */
const IN_TENANT = predicates(String.raw`tx\.tenantId`);
/** In global transactions of a tenant's requests, where nothing else does. */
const IN_GLOBAL = predicates('tenantId');

const CALL = String.raw`ofTenant\(\w[\w.]*, [\w.]*tenant, (?:ground\.)?dialect\)`;
const predicate = (file, place) => ({ file, find: CALL, replacement: "sql.raw('TRUE')", place });

const SOURCE = 'engine/src/sql/fragments/source.ts';
const VALID_ROW = 'engine/src/sql/fragments/valid-row.ts';
const SECURED = 'engine/src/sql-validator/secured-tables.ts';
const TABLE = 'engine/tests/conformance/tenant-isolation.test.ts';

/**
 * What is removed, the tests to run, and whether they have to fail. With nothing removed, `npm test` runs them. The long
 * ones, a whole isolation table with one of two guards, run with --all or by their names: what each of them alone lets
 * through is tested statement by statement in `npm test`.
 */
const MUTATIONS = [
  { name: 'isolation table, policies removed', tests: ISOLATION_TABLE, policies: false, fails: false, long: true },
  {
    name: 'isolation table, predicates removed',
    tests: ISOLATION_TABLE,
    mutation: IN_TENANT,
    fails: false,
    long: true,
  },
  { name: 'isolation table, both removed', tests: ISOLATION_TABLE, policies: false, mutation: IN_TENANT, fails: true },
  { name: 'isolation table, global predicates removed', tests: ISOLATION_TABLE, mutation: IN_GLOBAL, fails: true },
  { name: 'engine: facts', tests: TABLE, mutation: predicate(SOURCE, 0), fails: true },
  { name: 'engine: joins', tests: TABLE, mutation: predicate(SOURCE, 1), fails: true },
  {
    name: 'engine: last known values',
    tests: 'engine/tests/conformance/last-known.test.ts',
    mutation: predicate(SOURCE, 2),
    fails: true,
  },
  { name: 'engine: valid rows', tests: TABLE, mutation: predicate(VALID_ROW, 0), fails: true },
  { name: 'engine: values of valid rows', tests: TABLE, mutation: predicate(VALID_ROW, 1), fails: true },
  {
    name: 'SQL by hand: tables that belong to facts',
    tests: 'engine/src/sql-validator/secured-tables.test.ts',
    mutation: predicate(SECURED, 0),
    fails: true,
  },
  {
    name: 'SQL by hand: tables',
    tests: 'engine/src/sql-validator/secured-tables.test.ts',
    mutation: predicate(SECURED, 1),
    fails: true,
  },
];

/** Resolves with whether the tests passed, and what they printed. */
function runTests({ tests, mutation = null, policies = true }) {
  return new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--config',
        'vitest.mutations.config.ts',
        '--bail',
        '1',
        tests,
      ],
      {
        cwd: root,
        env: { ...process.env, RISE_MUTATION: JSON.stringify(mutation), RISE_TEST_POLICIES: policies ? 'on' : 'off' },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const parts = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => parts.push(part));
    child.on('close', (code) => resolve({ passed: code === 0, output: Buffer.concat(parts).toString() }));
  });
}

/** A run that failed for another reason than a test, such as a syntax error, proves nothing. */
const hasFailedTest = (output) => /Failed Tests \d/.test(output);

const words = process.argv.slice(2).filter((word) => word !== '--all');
const chosen = MUTATIONS.filter(({ name, long }) =>
  words.length > 0 ? words.some((word) => name.includes(word)) : !long || process.argv.includes('--all'),
);
let failed = 0;
const waiting = [...chosen];
/** Each run tests one file, in one worker. */
async function runInTurn() {
  for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) {
    const { passed, output } = await runTests(mutation);
    const isRight = mutation.fails ? !passed && hasFailedTest(output) : passed;
    if (!isRight) failed += 1;
    const word = passed ? 'passes' : 'noticed';
    process.stdout.write(`${isRight ? 'ok  ' : 'WRONG'} ${mutation.name}: ${word}\n`);
    if (!isRight) process.stdout.write(`${output.slice(-4000)}\n`);
  }
}
await Promise.all(Array.from({ length: availableParallelism() + 1 }, runInTurn));
process.stdout.write(`${chosen.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
