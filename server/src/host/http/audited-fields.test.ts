import { defineRoute, routes, type Route, type RouteKey } from '@rise/contract';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { describeBody, fieldsOf, isAuditedChange, OMITTED, RECORDED, UNIMPORTANT } from './audited-fields.ts';

/** Changes without a target in the path and without a recorded field: what their records say, or why nothing. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'PUT /api/v1/session/tenant': 'recorded as `tenant.entered` in the tenant that is entered',
  'POST /api/v1/account/sessions/end-others': 'noted: how many',
  'PUT /api/v1/branding/logo': 'noted: the hash before and after',
  'DELETE /api/v1/branding/logo': 'noted: the hash before',
  'POST /api/v1/global/search/rebuilds': 'noted: the id of the rebuild',
  'POST /api/v1/invitations/bulk': 'noted: how many',
  'DELETE /api/v1/identity-provider': 'noted: what was registered',
  'DELETE /api/v1/sql/history': 'noted: how many',
  'POST /api/v1/uploads': 'noted: the id of the upload and its name',
  'POST /api/v1/imports': 'noted: the id of the import',
  'POST /api/v1/parameters/table/write': 'noted: the table',
  'PUT /api/v1/account/picture': 'the person’s picture: its bytes are not recorded',
  'DELETE /api/v1/account/picture': 'the person’s picture: there is one only',
  'PUT /api/v1/workspaces/order': 'noted: the order of the workspaces',
  'POST /api/v1/model/tests/run': 'as below: a change of the model starts them, too',
  'POST /api/v1/model/draft/discard': 'there is one draft',
  'POST /api/v1/insights/compute': 'it starts what a schedule starts otherwise: nothing is changed by it',
  'POST /api/v1/insights/cancel': 'as above',
  'DELETE /api/v1/global/warehouse': 'noted: the connection before',
  'DELETE /api/v1/source': 'noted: the connection before',
};

/** Changes whose record would say neither of what nor what. */
function silentChanges(table: Readonly<Record<string, Route>>): string[] {
  return Object.entries(table)
    .filter(([key, route]) => isAuditedChange(key as RouteKey, route))
    .filter(([key, { input }]) => !key.includes('/:') && !fieldsOf(input.body).some((field) => RECORDED.has(field)))
    .map(([key]) => key);
}

/** Fields of the bodies of changes that are in none, or in several of the lists. */
function unclearFields(table: Readonly<Record<string, Route>>): string[] {
  const lists = [RECORDED, OMITTED, UNIMPORTANT];
  return Object.entries(table)
    .filter(([key, route]) => isAuditedChange(key as RouteKey, route))
    .flatMap(([key, { input }]) => fieldsOf(input.body).map((field) => ({ key, field })))
    .filter(({ field }) => lists.filter((list) => list.has(field)).length !== 1)
    .map(({ key, field }) => `${key} ${field}`);
}

describe('of each audited change of the contract', () => {
  test('the record has a target or what was changed', () => {
    expect(silentChanges(routes).toSorted()).toEqual(Object.keys(OTHERWISE).toSorted());
  });

  test('each field of the body is recorded, left out or of no importance', () => {
    expect(unclearFields(routes)).toEqual([]);
  });

  test('no field is judged that no change has', () => {
    const changes = Object.entries<Route>(routes).filter(([key, route]) => isAuditedChange(key as RouteKey, route));
    const known = new Set(changes.flatMap(([, { input }]) => fieldsOf(input.body)));
    const left = [...RECORDED, ...OMITTED, ...UNIMPORTANT].filter((field) => !known.has(field));
    expect(left).toEqual([]);
  });

  test('a planted route that would say nothing is found, and so is a field that is in no list', () => {
    const planted = defineRoute({
      summary: 'Planted',
      permission: 'signed-in',
      tenant: 'tenant',
      audit: { action: 'planted.change', when: 'always' },
      input: { body: z.strictObject({ password: z.string(), unheardOf: z.string() }) },
      output: z.null(),
      errors: [],
    });
    expect(silentChanges({ 'POST /api/v1/planted': planted })).toEqual(['POST /api/v1/planted']);
    expect(unclearFields({ 'POST /api/v1/planted': planted })).toEqual(['POST /api/v1/planted unheardOf']);
  });
});

test('secrets, contents and fields in no list are named, never shown', () => {
  const body = { name: 'A', password: 'p', token: 't', sql: 'SELECT 1', unheardOf: 'u', basedOn: 3, role: undefined };
  expect(describeBody(body)).toEqual({ after: { name: 'A' }, omitted: ['password', 'token', 'sql', 'unheardOf'] });
  expect(describeBody({ title: 'x'.repeat(3000) })).toEqual({ omitted: ['title'] });
  expect(describeBody({})).toEqual({ after: {} });
  expect(describeBody('bytes')).toEqual({});
});
