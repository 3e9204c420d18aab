import { defineRoute } from '@rise/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { bindRoutes } from './api.ts';

const route = defineRoute({
  summary: 'A thing',
  permission: 'signed-in',
  tenant: 'none',
  audit: { action: 'thing.read', when: 'denied' },
  input: {},
  output: z.object({}),
  errors: [],
});
const table = { 'GET /api/v1/things': route, 'GET /api/v1/others': route } as const;
const handler = async () => ({});

test('pairs each route with its handler', () => {
  const bindings = bindRoutes(table, [{ 'GET /api/v1/things': handler }, { 'GET /api/v1/others': handler }]);
  expect(bindings.map(({ key }) => key)).toEqual(['GET /api/v1/things', 'GET /api/v1/others']);
});

test('rejects a route without a handler, and names it', () => {
  expect(() => bindRoutes(table, [{ 'GET /api/v1/things': handler }])).toThrow(
    "No handler is bound to 'GET /api/v1/others'",
  );
});

test('rejects a handler that the contract does not declare', () => {
  const all = { 'GET /api/v1/things': handler, 'GET /api/v1/others': handler };
  expect(() => bindRoutes(table, [{ ...all, 'GET /api/v1/secret': handler }])).toThrow(
    "'GET /api/v1/secret' is not declared",
  );
});

test('rejects two handlers of one route', () => {
  const all = { 'GET /api/v1/things': handler, 'GET /api/v1/others': handler };
  expect(() => bindRoutes(table, [all, { 'GET /api/v1/things': handler }])).toThrow('bound twice');
});
