import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import type { ModelChange, ModelVersion } from '@rise/contract';
import { ModelError, type Engine } from '@rise/engine';
import { systemIn, type TenantActor } from '../kernel/actor.ts';
import { audit } from '../kernel/audit.ts';
import type { Database } from '../kernel/database.ts';
import { Failure } from '../kernel/failure.ts';
import { Refusal } from '../kernel/refusal.ts';
import { lineOf } from '../models/models.rules.ts';
import { createModels, type ModelService } from '../models/models.service.ts';
import { createRollups } from '../rollups/rollups.service.ts';
import { activeTenants } from '../tenants/tenants.service.ts';
import type { WarehouseService } from '../warehouse/warehouse.service.ts';
import type { Config } from './config.ts';
import { openEngine, openWarehouses } from './warehouse-command.ts';

/** Statistics of long tables take their time, and nobody else waits for them. */
const DEADLINE_MS = 10 * 60_000;

/** What a command about models works with; `say` tells the operator. */
export interface ModelDesk {
  readonly database: Database;
  readonly config: Pick<Config, 'dataDirectory' | 'sessionSecret' | 'warehouse'>;
  say(line: string): void;
}

/** Puts a file in force for a tenant. Throws a `Refusal` with a line for each problem. */
export function pushModel(desk: ModelDesk, slug: string, file: string, message: string): Promise<void> {
  return atDesk(desk, async (models) => {
    const actor = await tenantActor(desk, slug);
    const document = await textOf(file);
    const { version, changed } = await models.put(actor, {
      document,
      message,
      file,
      origin: 'command',
      author: operator(),
    });
    if (changed) await noted(desk, actor, 'model.put', version);
    desk.say(
      changed
        ? `Version ${version.version} is in force.`
        : `Nothing changed: version ${version.version} is this model.`,
    );
  });
}

/** Makes a file the next version of the template that it names. */
export function pushTemplate(desk: ModelDesk, file: string, message: string): Promise<void> {
  return atDesk(desk, async (models) => {
    const push = { document: await textOf(file), message, file, origin: 'command', author: operator() } as const;
    const { template, changed, followed, staying } = await models.putTemplate(push);
    const what = `template ${template.name}, version ${template.version}`;
    desk.say(changed ? `Made: ${what}.` : `Nothing changed: this is ${what}.`);
    if (followed.length > 0) desk.say(`In force for ${followed.join(', ')}.`);
    for (const { slug, problems } of staying)
      desk.say([`${slug} stays on an older version:`, ...problems].join('\n  '));
  });
}

/** Writes a version's text as its author wrote it, to a file or to standard output. */
export function pullModel(
  desk: ModelDesk,
  slug: string,
  { version, file }: { version: number | null; file: string | null },
): Promise<void> {
  return atDesk(desk, async (models) => {
    const found = await models.read(await tenantActor(desk, slug), version);
    await write(desk, found.document, file, `Version ${found.version}`);
  });
}

/** Writes a first model, guessed from a tenant's tables. A file that is there already stays. */
export function generateModelFile(desk: ModelDesk, slug: string, file: string | null): Promise<void> {
  return atDesk(desk, async (_, warehouses) => {
    const actor = await tenantActor(desk, slug);
    if (file !== null && existsSync(placeOf(file)))
      throw new Refusal(`the file ${file} is there already; name another one, or delete it`);
    const text = await warehouses.generateModel(actor);
    if (text === null) throw new Refusal(`the warehouse of '${slug}' has no rows yet; load data first`);
    await write(desk, text, file, 'A first model, with its guesses in comments,');
  });
}

/** Writes rollups that would have answered what was asked lately, to be put into the model. */
export function suggestRollups(desk: ModelDesk, slug: string, file: string | null): Promise<void> {
  return atDesk(desk, async (_, warehouses, engine) => {
    const rollups = createRollups({ database: desk.database, engine, warehouses });
    const { queries, document } = await rollups.suggestions(await tenantActor(desk, slug));
    const asked = `the last ${queries} questions of '${slug}'`;
    if (document === '') desk.say(`No rollup would have made ${asked} shorter.`);
    else await write(desk, `# From ${asked}.\n${document}`, file, 'Suggested rollups');
  });
}

async function write(desk: ModelDesk, text: string, file: string | null, what: string): Promise<void> {
  if (file === null) process.stdout.write(text);
  else {
    await writeFile(placeOf(file), text);
    desk.say(`${what} written to ${file}.`);
  }
}

export function listModels(desk: ModelDesk, slug: string): Promise<void> {
  return atDesk(desk, async (models) => {
    for (const version of await models.versions(await tenantActor(desk, slug))) desk.say(versionLine(version));
  });
}

export function restoreModel(desk: ModelDesk, slug: string, version: number, message: string): Promise<void> {
  return atDesk(desk, async (models) => {
    const actor = await tenantActor(desk, slug);
    const put = await models.restore(actor, version, { message, author: operator(), file: `version ${version}` });
    if (put.changed) await noted(desk, actor, 'model.restore', put.version);
    desk.say(
      put.changed
        ? `Version ${put.version.version} is in force, with the text of version ${version}.`
        : `Nothing changed: version ${put.version.version} in force has this text.`,
    );
  });
}

/** Between two versions; without them, what the tenant changes of its template and the template since. */
export function compareModels(
  desk: ModelDesk,
  slug: string,
  between: { from: number; to: number } | null,
): Promise<void> {
  return atDesk(desk, async (models) => {
    const actor = await tenantActor(desk, slug);
    if (between) {
      const changes = await models.changes(actor, between.from, between.to);
      sayChanges(desk, `From version ${between.from} to version ${between.to}`, changes);
      return;
    }
    const found = await models.inheritance(actor);
    if (!found) throw new Refusal(`the model of '${slug}' extends no template; name two versions with --from and --to`);
    const { template, here, there, problems } = found;
    sayChanges(desk, `What ${slug} changes of ${template.name}, version ${template.version}`, here);
    if (template.newest === template.version) return;
    sayChanges(desk, `What version ${template.newest} of ${template.name} changes since`, there);
    const why = ['The model does not fit it yet. Correct these and push:', ...problems].join('\n  ');
    desk.say(problems.length > 0 ? why : 'The model fits it: push the template again to put it in force.');
  });
}

function sayChanges(desk: ModelDesk, title: string, changes: readonly ModelChange[]): void {
  desk.say(changes.length === 0 ? `${title}: nothing.` : `${title}:`);
  for (const { change, kind, dataset, name, before, after } of changes) {
    desk.say(`  ${change} ${kind} ${dataset === null || dataset === name ? name : `${dataset}.${name}`}`);
    if (change !== 'changed') continue;
    for (const field of Object.keys(before ?? {}))
      desk.say(`    ${field}: ${JSON.stringify(before?.[field])} -> ${JSON.stringify(after?.[field])}`);
  }
}

function versionLine({ version, current, createdAt, author, origin, template, message }: ModelVersion): string {
  const by = author === null ? origin : `${origin} by ${author}`;
  const over = template === null ? '' : `, over ${template.name} ${template.version}`;
  const day = createdAt.slice(0, 16).replace('T', ' ');
  return `${current ? '*' : ' '} ${version}  ${day}  ${by}${over}${message === '' ? '' : `: ${message}`}`;
}

/** Runs a command with an engine of its own, which reads version files beside the server's. */
async function atDesk(
  desk: ModelDesk,
  work: (models: ModelService, warehouses: WarehouseService, engine: Engine) => Promise<void>,
): Promise<void> {
  const { database, config } = desk;
  const engine = openEngine(config, DEADLINE_MS);
  try {
    const { warehouses } = await openWarehouses(config, database, engine);
    await work(createModels({ database, warehouses }), warehouses, engine);
  } catch (error) {
    if (error instanceof ModelError) throw new Refusal(error.problems.map(lineOf), { cause: error });
    if (error instanceof Failure)
      throw new Refusal(error.code === 'NOT_FOUND' ? 'there is no such version' : error.message, { cause: error });
    throw error;
  } finally {
    await engine.close();
  }
}

/** The server itself in the tenant that a command names. */
export async function tenantActor({ database }: Pick<ModelDesk, 'database'>, slug: string): Promise<TenantActor> {
  const tenants = await activeTenants(database);
  const found = tenants.find((tenant) => tenant.slug === slug);
  if (found) return systemIn(found.id);
  throw new Refusal(`there is no tenant '${slug}'; choose ${tenants.map((tenant) => tenant.slug).join(' or ')}`);
}

/** Where the operator stands: npm runs commands in the project's folder. */
export function placeOf(file: string): string {
  return resolve(process.env.INIT_CWD ?? '.', file);
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(placeOf(file), 'utf8');
  } catch (error) {
    throw new Refusal(`the file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}); name another one`);
  }
}

/** Who gives the command. */
export function operator(): string {
  return userInfo().username;
}

function noted({ database }: ModelDesk, actor: TenantActor, action: string, { version, author }: ModelVersion) {
  return audit(database, actor, { action, outcome: 'done', target: String(version), details: { author } });
}
