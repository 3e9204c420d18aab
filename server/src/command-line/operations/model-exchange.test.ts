import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseModel } from '@rise/engine';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { loadConfig } from '../../host/config/config.ts';
import { systemIn } from '../../kernel/actor.ts';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import { ModelService } from '../../models/models.service.ts';
import { startTestPortal, type TestPortal } from '../../testing/portal.ts';
import type { CommandContext } from '../command-context.ts';
import { exportModel, importModel } from './model-exchange.ts';

let portal: TestPortal;
let folder: string;
let context: CommandContext;
let printed = '';

beforeAll(async () => {
  portal = await startTestPortal();
  folder = await mkdtemp(join(tmpdir(), 'rise-exchange-'));
  const config = loadConfig({ RISE_DATA: folder, SESSION_SECRET: 's'.repeat(32) }, folder);
  context = { database: portal.database, config, say: () => undefined };
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await portal?.close();
  await rm(folder, { recursive: true, force: true });
});

function listen(): void {
  printed = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (printed += String(text)) !== '');
}

test("a tenant's model, composed with its template, comes back as it was exported, and can be activated", async () => {
  const { database, warehouses, tenants } = portal;
  const [document, model] = [join(folder, 'model.ossie.yaml'), join(folder, 'model.yaml')];
  listen();
  await exportModel(context, 'alder', { version: null, file: document });
  expect(printed).toMatch(/Carried for Rise only[^]*semantic_model: Titles, translations[^]*Version 1 written to/);
  await importModel(document, model);
  expect(printed).toMatch(/Read .*model\.ossie\.yaml\. Run 'model check' and 'model push' with .*model\.yaml next\./);

  const models = new ModelService({ database, warehouses });
  const actor = systemIn(tenants.alder);
  const text = await readFile(model, 'utf8');
  expect(parseModel(text, 'model.yaml')).toEqual((await models.resolved(actor, null)).model);
  expect(await models.check(actor, { document: text, file: 'model.yaml' })).toBeTruthy();
});

test('what cannot be read is reported line by line', async () => {
  const file = join(folder, 'wrong.yaml');
  await writeFile(file, 'semantic_model:\n  - name: x\n    datasets: []\n');
  const lines = await importModel(file, null).catch((error: unknown) => (error as OperatorError).lines);
  expect(lines).toEqual([expect.stringMatching(/wrong\.yaml:3:\d+ semantic_model\.0\.datasets: /)]);
  await expect(importModel(join(folder, 'none.yaml'), null)).rejects.toBeInstanceOf(OperatorError);
});
