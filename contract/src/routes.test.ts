import { expect, test } from 'vitest';
import { z } from 'zod';
import type { Route } from './protocol/define-route.ts';
import { routes } from './routes.ts';
import { warehouseSettings } from './warehouse-connection.ts';

/** PostgreSQL's `integer`, which stores the integers of requests. */
const [LEAST, MOST] = [-2_147_483_648, 2_147_483_647];

interface Schema {
  type?: string;
  minimum?: number;
  exclusiveMinimum?: number;
  maximum?: number;
}

/** Paths of all integers in a schema that may be outside the range. */
function unbounded(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, exclusiveMinimum = -Infinity, minimum = exclusiveMinimum, maximum = Infinity } = schema as Schema;
  const here = type === 'integer' && (minimum < LEAST || maximum > MOST) ? [path] : [];
  return [...here, ...Object.entries(schema).flatMap(([key, value]) => unbounded(value, `${path}.${key}`))];
}

const jsonSchema = (type: z.ZodType) => z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' });

test('every integer of a request has a range that the database can store', () => {
  expect(unbounded(jsonSchema(z.object({ version: z.int().positive() })), 'planted')).toEqual([
    'planted.properties.version',
  ]);
  const found = (Object.entries(routes) as [string, Route][]).flatMap(([key, { input }]) =>
    Object.entries(input).flatMap(([part, type]) => unbounded(jsonSchema(type as z.ZodType), `${key} ${part}`)),
  );
  expect(found).toEqual([]);
});

test.each([
  ['db.example.org', 'db.example.org'],
  ['DB-1', 'db-1'],
  ['127.0.0.1', '127.0.0.1'],
  ['[2001:DB8::1]', '2001:db8::1'],
  ['::1', '::1'],
  ['db.example.org:5432', null],
  ['127.0.0.1:5432', null],
  ['[::1]:5432', null],
  ['abc:1', null],
  ['::1]', null],
  ['[db]', null],
  ['1:2:3', null],
  ['http://db', null],
  ['db/path', null],
  [`${'a'.repeat(64)}.example`, null],
  [`${'a.'.repeat(200)}a`, null],
  ['a..b', null],
])('a warehouse’s host %s is read as %s', (host, expected) => {
  const settings = { engine: 'postgres', host, database: 'a', user: 'a', password: 'a' };
  const parsed = warehouseSettings.safeParse(settings);
  expect(parsed.success && parsed.data.engine === 'postgres' ? parsed.data.host : null).toBe(expected);
});
