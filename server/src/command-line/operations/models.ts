import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import type { ModelChange, ModelVersion } from '@rise/contract';
import { ModelError } from '@rise/engine';
import type { TenantActor } from '../../kernel/actor.ts';
import { audit } from '../../kernel/audit.ts';
import { UserError } from '../../kernel/errors/user-error.ts';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import { formatIssue } from '../../models/models.rules.ts';
import { ModelService } from '../../models/models.service.ts';
import { TemplateService } from '../../models/templates.service.ts';
import { RollupService } from '../../rollups/rollups.service.ts';
import {
  operatorName,
  pathFromOperator,
  tenantActor,
  withWarehouses,
  type CommandContext,
  type OpenWarehouses,
} from '../command-context.ts';

/** Statistics of long tables take minutes; a command blocks no one else. */
const DEADLINE_MS = 10 * 60_000;

/** Activates a file as a tenant's model. Throws an `OperatorError` with a line for each issue. */
export function pushModel(context: CommandContext, slug: string, file: string, message: string): Promise<void> {
  return withModels(context, async ({ models }) => {
    const actor = await tenantActor(context, slug);
    const document = await readText(file);
    const { version, changed, countedOnce } = await models.put(actor, {
      document,
      message,
      file,
      origin: 'command',
      author: operatorName(),
    });
    if (changed) await auditChange(context, actor, 'model.put', version);
    context.say(
      changed
        ? `Version ${version.version} is active.`
        : `No changes: version ${version.version} already is this model.`,
    );
    for (const { dataset, measure, table } of countedOnce)
      context.say(`${dataset}.${measure}: each row of '${table}' counts once, however many rows share it.`);
  });
}

/** Stores a file as the next version of the template that it names. */
export function pushTemplate(context: CommandContext, file: string, message: string): Promise<void> {
  return withModels(context, async ({ models }) => {
    const push = { document: await readText(file), message, file, origin: 'command', author: operatorName() } as const;
    const { template, changed, followed, staying } = await new TemplateService({
      database: context.database,
      models,
    }).put(push);
    const what = `template ${template.name}, version ${template.version}`;
    context.say(changed ? `Created ${what}.` : `No changes: this is ${what}.`);
    if (followed.length > 0) context.say(`Activated for ${followed.join(', ')}.`);
    for (const { slug, problems } of staying)
      context.say([`${slug} remains on an older version:`, ...problems].join('\n  '));
  });
}

/** Writes a version's original text to a file or to standard output. */
export function pullModel(
  context: CommandContext,
  slug: string,
  { version, file }: { version: number | null; file: string | null },
): Promise<void> {
  return withModels(context, async ({ models }) => {
    const stored = await models.read(await tenantActor(context, slug), version);
    await write(context, stored.document, file, `Version ${stored.version}`);
  });
}

/** Writes a draft model of a tenant's tables. Never overwrites a file. */
export function generateModelFile(context: CommandContext, slug: string, file: string | null): Promise<void> {
  return withModels(context, async ({ warehouses }) => {
    const actor = await tenantActor(context, slug);
    if (file !== null && existsSync(pathFromOperator(file)))
      throw new OperatorError(`the file ${file} already exists; name another one, or delete it`);
    const text = await warehouses.generateModel(actor);
    if (text === null) throw new OperatorError(`the warehouse of '${slug}' has no rows yet; load data first`);
    await write(context, text, file, 'A draft model, with its guesses in comments,');
  });
}

/** Writes rollups that would have served recent queries, as YAML for the model. */
export function suggestRollups(context: CommandContext, slug: string, file: string | null): Promise<void> {
  return withModels(context, async ({ warehouses, engine }) => {
    const rollups = new RollupService({ database: context.database, engine, warehouses });
    const { queries, document } = await rollups.suggestions(await tenantActor(context, slug));
    const period = `the last ${queries} queries of '${slug}'`;
    if (document === '') context.say(`No rollup would have sped up ${period}.`);
    else await write(context, `# From ${period}.\n${document}`, file, 'Suggested rollups');
  });
}

async function write(context: CommandContext, text: string, file: string | null, what: string): Promise<void> {
  if (file === null) process.stdout.write(text);
  else {
    await writeFile(pathFromOperator(file), text);
    context.say(`${what} written to ${file}.`);
  }
}

export function listModels(context: CommandContext, slug: string): Promise<void> {
  return withModels(context, async ({ models }) => {
    for (const version of await models.versions(await tenantActor(context, slug))) context.say(versionLine(version));
  });
}

export function restoreModel(context: CommandContext, slug: string, version: number, message: string): Promise<void> {
  return withModels(context, async ({ models }) => {
    const actor = await tenantActor(context, slug);
    const put = await models.restore(actor, version, { message, author: operatorName(), file: `version ${version}` });
    if (put.changed) await auditChange(context, actor, 'model.restore', put.version);
    context.say(
      put.changed
        ? `Version ${put.version.version} is active, with the text of version ${version}.`
        : `No changes: the active version ${put.version.version} has this text.`,
    );
  });
}

/** Compares two versions; with null, the tenant's changes to its template and the template's own since. */
export function compareModels(
  context: CommandContext,
  slug: string,
  between: { from: number; to: number } | null,
): Promise<void> {
  return withModels(context, async ({ models }) => {
    const actor = await tenantActor(context, slug);
    if (between) {
      const changes = await models.changes(actor, between.from, between.to);
      printChanges(context, `From version ${between.from} to version ${between.to}`, changes);
      return;
    }
    const inheritance = await models.inheritance(actor);
    if (!inheritance)
      throw new OperatorError(`the model of '${slug}' extends no template; name two versions with --from and --to`);
    const { template, here, there, problems } = inheritance;
    printChanges(context, `What ${slug} changes of ${template.name}, version ${template.version}`, here);
    if (template.newest === template.version) return;
    printChanges(context, `What version ${template.newest} of ${template.name} changes since`, there);
    const why = ['The model does not fit it yet. Correct these and push:', ...problems].join('\n  ');
    context.say(problems.length > 0 ? why : 'The model fits it: push the template again to activate it.');
  });
}

function printChanges(context: CommandContext, title: string, changes: readonly ModelChange[]): void {
  context.say(changes.length === 0 ? `${title}: nothing.` : `${title}:`);
  for (const { change, kind, dataset, name, before, after } of changes) {
    context.say(`  ${change} ${kind} ${dataset === null || dataset === name ? name : `${dataset}.${name}`}`);
    if (change !== 'changed') continue;
    for (const field of Object.keys(before ?? {}))
      context.say(`    ${field}: ${JSON.stringify(before?.[field])} -> ${JSON.stringify(after?.[field])}`);
  }
}

function versionLine({ version, current, createdAt, author, origin, template, message }: ModelVersion): string {
  const by = author === null ? origin : `${origin} by ${author}`;
  const over = template === null ? '' : `, over ${template.name} ${template.version}`;
  const day = createdAt.slice(0, 16).replace('T', ' ');
  return `${current ? '*' : ' '} ${version}  ${day}  ${by}${over}${message === '' ? '' : `: ${message}`}`;
}

/** Runs a command on the models, with its own engine; converts API errors into operator errors. */
export async function withModels(
  context: CommandContext,
  work: (open: OpenWarehouses & { models: ModelService }) => Promise<void>,
): Promise<void> {
  try {
    await withWarehouses(
      context,
      ({ warehouses, engine }) =>
        work({ models: new ModelService({ database: context.database, warehouses }), warehouses, engine }),
      DEADLINE_MS,
    );
  } catch (error) {
    if (error instanceof ModelError) throw new OperatorError(error.issues.map(formatIssue), { cause: error });
    if (error instanceof UserError)
      throw new OperatorError(error.code === 'NOT_FOUND' ? 'there is no such version' : error.message, {
        cause: error,
      });
    throw error;
  }
}

/** A file of the operator. Throws an `OperatorError` where it cannot be read. */
export async function readText(file: string): Promise<string> {
  try {
    return await readFile(pathFromOperator(file), 'utf8');
  } catch (error) {
    throw new OperatorError(
      `the file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}); name another one`,
    );
  }
}

function auditChange(
  { database }: CommandContext,
  actor: TenantActor,
  action: string,
  { version, author }: ModelVersion,
) {
  return audit(database, actor, { action, outcome: 'done', target: String(version), details: { author } });
}
