import { afterAll, beforeAll, expect, it } from 'vitest';
import { openClickhouse } from '../../../tests/support/test-clickhouse.ts';
import type { TestClickhouse } from '../../../tests/support/test-clickhouse.ts';
import type { ParameterRow } from '../../plan/parameter-rows.ts';
import { ParameterTableService } from '../../services/parameter-table-service.ts';
import { createServerDriver } from '../servers/create-server-driver.ts';

let server: TestClickhouse;
const service = new ParameterTableService({ deadlineMs: 60_000, lookup: undefined });
beforeAll(async () => {
  server = await openClickhouse();
});
afterAll(() => server?.close());

const target = (tenant: string) => ({ server: server.settings, schema: 'rise', table: 'parameters', tenant });
const row = (name: string, value: string, more: Partial<ParameterRow> = {}): ParameterRow => ({
  name,
  type: 'string',
  value,
  number: null,
  day: null,
  valid_from: null,
  valid_until: null,
  is_current: true,
  ...more,
});
const HARD = `O'Hare "X" \\ ? '; --\nŞ`;

async function stored(): Promise<unknown> {
  const driver = createServerDriver(server.settings, { deadlineMs: 60_000, lookup: undefined });
  const sql =
    'SELECT tenant_id, name, value, toString(number), toString(day), toString(valid_from), toString(valid_until), is_current FROM rise.parameters ORDER BY tenant_id, name, valid_from NULLS FIRST';
  const types = Array.from({ length: 8 }, (_, index) => (index === 7 ? ('boolean' as const) : ('string' as const)));
  const [answer] = await driver.query([{ sql, parameters: [], types, limit: null }]);
  await driver.close();
  return JSON.parse(answer!.rows);
}

it('parameters of a tenant are replaced in ClickHouse at once, and those of others stay', async () => {
  const missing = await service.examine(target('alder'));
  expect(missing?.message).toContain("There is no table 'rise.parameters'");
  const script = missing!.message.slice(missing!.message.indexOf('CREATE DATABASE'));
  // The engine here has no users to grant anything.
  for (const statement of script.split(/;\s*/)) if (statement.startsWith('CREATE')) await server.run(statement);
  expect(script).toContain('GRANT SELECT, INSERT, ALTER DELETE ON `rise`.`parameters_next` TO `default`');
  expect(await service.examine(target('alder'))).toBeNull();

  expect(await service.write(target('birch'), [row('note', 'theirs')])).toBeNull();
  expect(await service.write(target("al'd\\er"), [row('gone', 'x')])).toBeNull();
  const rows = [
    row('note', HARD),
    row('rate', '0.025', { number: '0.025', valid_until: '2025-12-31', is_current: false }),
    row('rate', '0.03', { number: '0.03', valid_from: '2026-01-01' }),
    row('start', '1901-02-01', { day: '1901-02-01' }),
  ];
  expect(await service.write(target("al'd\\er"), rows)).toBeNull();
  expect(await service.write(target("al'd\\er"), rows)).toBeNull();
  const expected = [
    ["al'd\\er", 'note', HARD, null, null, null, null, true],
    ["al'd\\er", 'rate', '0.025', '0.025', null, null, '2025-12-31', false],
    ["al'd\\er", 'rate', '0.03', '0.03', null, '2026-01-01', null, true],
    ["al'd\\er", 'start', '1901-02-01', null, '1901-02-01', null, null, true],
    ['birch', 'note', 'theirs', null, null, null, null, true],
  ];
  expect(await stored()).toEqual(expected);

  const unfit = [...rows, row('bad', 'x', { number: 'x' })];
  expect((await service.write(target("al'd\\er"), unfit))?.field).toBe('parameterTable');
  expect(await stored()).toEqual(expected);
  expect(await service.write(target("al'd\\er"), [])).toBeNull();
  expect(await stored()).toEqual(expected.slice(4));
});

it('a table of another kind is refused', async () => {
  await server.run('CREATE TABLE rise.other (tenant_id String) ENGINE = MergeTree ORDER BY tuple()');
  const issue = await service.examine({ ...target('alder'), table: 'other' });
  expect(issue?.message).toMatch(/'rise\.other' has other columns than parameters need \(no name, type,/);
});
