import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLES } from '../host/places.ts';
import { systemIn } from '../kernel/actor.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let analyst: string;
let admin: string;
beforeAll(async () => {
  portal = await startTestPortal();
  const { alder } = portal.tenants;
  const person = { tenants: [alder], enter: alder };
  analyst = (await portal.signIn({ email: 'analyst@rights.example', roles: ['tenant.user'], ...person })).cookie;
  admin = (await portal.signIn({ email: 'admin@rights.example', roles: ['tenant.admin'], ...person })).cookie;
});
afterAll(() => portal.close());

interface Answer {
  rows: unknown[][];
}
async function ask(cookie: string, query: object): Promise<Answer> {
  const response = await portal.fetch('POST /api/v1/query', { cookie, body: { dataset: 'call_report', ...query } });
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

/** The sample's model with rules of its own for whoever is no administrator. */
async function withRights(): Promise<string> {
  const text = await readFile(join(SAMPLES, 'ncua-2025q4', 'model.yaml'), 'utf8');
  const unless = 'title: { en: R }, exceptFor: { roles: [tenant.admin] }';
  return `${text}
    rules: [{ name: vermont, ${unless}, where: "STATE = 'VT'" }]
    masks: [{ name: members, ${unless}, columns: [{ table: fs220, column: ACCT_083 }] }]
`;
}

describe('rules and masks of a tenant’s model', () => {
  const query = { dimensions: ['state'], measures: ['institutions', 'members'], totals: true };

  it('hold from the moment the model says them, for whom they are about, and for no other tenant', async () => {
    const before = await ask(analyst, query);
    expect(before.rows.length).toBeGreaterThan(50);
    await portal.warehouses.ensureModel(systemIn(portal.tenants.alder), await withRights(), 'model.yaml');

    const { rows } = await ask(analyst, query);
    expect(rows).toEqual([['VT', expect.any(Number), null]]);
    expect(await ask(admin, query)).toMatchObject({ rows: before.rows });
    const everywhere = { dimensions: ['state'], filter: { field: 'state', op: 'in', values: ['NH', 'VT'] } };
    expect((await ask(analyst, everywhere)).rows).toEqual([['VT']]);
    expect((await ask(analyst, { dimensions: ['state'], filter: { not: { field: 'state', op: 'in', values: ['VT'] } } })).rows).toEqual([]); // prettier-ignore

    const { birch } = portal.tenants;
    const other = await portal.signIn({
      email: 'b@rights.example',
      roles: ['tenant.user'],
      tenants: [birch],
      enter: birch,
    });
    expect(await ask(other.cookie, query)).toMatchObject({ rows: before.rows });
  });
});
