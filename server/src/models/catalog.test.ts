import type { CatalogDataset } from '@rise/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureTenant } from '../tenants/tenants.service.ts';
import { startTestPortal, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal?.close());

async function catalog(cookie: string): Promise<CatalogDataset[]> {
  const response = await portal.fetch('GET /api/v1/catalog', { cookie });
  expect(response.status).toBe(200);
  return ((await response.json()) as { datasets: CatalogDataset[] }).datasets;
}

test('every reader gets the definitions of the model, with formulas and what builds on what', async () => {
  const { alder } = portal.tenants;
  const ada = await portal.signIn({ email: 'ada@alder.example', roles: ['tenant.user'], tenants: [alder] });
  const datasets = await catalog(ada.cookie);
  const callReport = datasets.find(({ name }) => name === 'call_report')!;
  expect(callReport).toMatchObject({ owner: expect.any(String), table: 'foicu' });
  expect(callReport.dimensions.find(({ name }) => name === 'state')).toMatchObject({ type: 'string' });
  const ratio = callReport.measures.find(({ name }) => name === 'net_worth_ratio')!;
  expect(ratio.title.en).toBe('Net worth ratio');
  expect(ratio.title.tr).toBeTruthy();
  expect(ratio.synonyms).toEqual(['capital ratio', 'sermaye oranı', 'sermaye yeterliliği']);
  expect(ratio.format.unit).toBe('percent');
  expect(ratio.formula).toContain('997 ÷ 010');
  expect(ratio.computedFrom).not.toEqual([]);
  for (const { name, measures } of datasets)
    for (const { name: own, computedFrom, usedBy, formula } of measures) {
      expect(formula, `${name}.${own}`).not.toBe('');
      for (const part of computedFrom) expect(measures.find((item) => item.name === part)!.usedBy).toContain(own);
      for (const user of usedBy) expect(measures.find((item) => item.name === user)!.computedFrom).toContain(own);
    }
});

test('a tenant without a model has no definitions', async () => {
  const { tenant } = await ensureTenant(portal.database, { slug: 'empty', name: 'Empty' });
  const boss = await portal.signIn({ email: 'boss@rise.example', roles: ['global.admin'], enter: tenant.id });
  expect(await catalog(boss.cookie)).toEqual([]);
});
