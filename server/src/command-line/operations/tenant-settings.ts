import { readFile, writeFile } from 'node:fs/promises';
import type { TenantActor } from '../../kernel/actor.ts';
import { UserError } from '../../kernel/errors/user-error.ts';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import { locateInFile, MappingFileError, writeMappingFile } from '../../tenant-settings/mapping-file.ts';
import { MappingService } from '../../tenant-settings/mappings.service.ts';
import { ParameterService } from '../../tenant-settings/parameters.service.ts';
import {
  operatorName,
  pathFromOperator,
  tenantActor,
  withWarehouses,
  type CommandContext,
} from '../command-context.ts';

/** Changes to a tenant's mappings and parameters by a command. */
interface TenantSettings {
  readonly mappings: MappingService;
  readonly parameters: ParameterService;
  readonly actor: TenantActor;
}

/** Replaces a tenant's mapping by a file. Throws an `OperatorError` with a line for each issue. */
export function pushMapping(
  context: CommandContext,
  slug: string,
  type: string,
  file: string,
  message: string,
): Promise<void> {
  return withSettings(context, slug, type, async ({ mappings, actor }) => {
    const mapping = await mappings.readFile(file, await readFile(pathFromOperator(file), 'utf8'));
    try {
      const { table, changed } = await mappings.put(actor, {
        type,
        codes: mapping.codes,
        message,
        author: operatorName(),
      });
      const what = `version ${table.version} of ${type}, with ${table.codes.length} codes`;
      context.say(changed ? `Active: ${what}.` : `No changes: this is ${what}.`);
    } catch (error) {
      if (error instanceof UserError && error.details) throw new MappingFileError(locateInFile(mapping, error.details));
      throw error;
    }
  });
}

/** Writes a tenant's mapping to a file, or as CSV to standard output. */
export function pullMapping(
  context: CommandContext,
  slug: string,
  type: string,
  { version, file }: { version: number | null; file: string | null },
): Promise<void> {
  return withSettings(context, slug, type, async ({ mappings, actor }) => {
    const table = await mappings.read(actor, type, version);
    const text = writeMappingFile(file ?? 'csv', table);
    if (file === null) process.stdout.write(text);
    else {
      await writeFile(pathFromOperator(file), text);
      context.say(`Version ${table.version} of ${type} written to ${file}.`);
    }
  });
}

export function listMappings(context: CommandContext, slug: string): Promise<void> {
  return withSettings(context, slug, null, async ({ mappings, actor }) => {
    for (const { type, title, version } of await mappings.list(actor))
      context.say(
        version
          ? `${type}  ${title.en}: version ${version.version}, ${version.codes} codes`
          : `${type}  ${title.en}: nothing mapped yet`,
      );
  });
}

export function listParameters(context: CommandContext, slug: string): Promise<void> {
  return withSettings(context, slug, null, async ({ parameters, actor }) => {
    for (const { name, type, value, changes, default: fallback } of (await parameters.list(actor)).parameters) {
      context.say(
        value === null
          ? `${name} (${type}): ${String(fallback)}, the default`
          : `${name} (${type}): ${String(value)}; the default is ${String(fallback)}`,
      );
      for (const change of changes) context.say(`  from ${change.from}: ${String(change.value)}`);
    }
  });
}

/** Sets a tenant's parameters from texts; an empty text restores the default. */
export function setParameters(
  context: CommandContext,
  slug: string,
  assignments: ReadonlyMap<string, string>,
): Promise<void> {
  return withSettings(context, slug, null, async ({ parameters, actor }) => {
    const known = new Map((await parameters.list(actor)).parameters.map(({ name, type }) => [name, type]));
    const parse = (name: string, text: string) => {
      if (text === '') return null;
      if (known.get(name) === 'list') return text.split(',').map((item) => item.trim());
      return known.get(name) === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text;
    };
    const values = Object.fromEntries([...assignments].map(([name, text]) => [name, parse(name, text)]));
    const { changed } = await parameters.set(actor, { values });
    context.say(changed ? `Set: ${[...assignments.keys()].join(', ')}.` : 'No changes.');
  });
}

async function withSettings(
  context: CommandContext,
  slug: string,
  type: string | null,
  work: (settings: TenantSettings) => Promise<void>,
): Promise<void> {
  const { database } = context;
  try {
    await withWarehouses(context, async ({ warehouses }) => {
      await work({
        mappings: new MappingService({ database, warehouses }),
        parameters: new ParameterService({ database, warehouses }),
        actor: await tenantActor(context, slug),
      });
    });
  } catch (error) {
    if (error instanceof MappingFileError) throw new OperatorError([...error.issues], { cause: error });
    if (error instanceof UserError && error.code === 'NOT_FOUND')
      throw new OperatorError(`the model of '${slug}' has no mapping '${type}', or it has no such version`, {
        cause: error,
      });
    if (error instanceof UserError)
      throw new OperatorError(error.details?.map(({ message }) => message) ?? error.message, { cause: error });
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new OperatorError(`there is no file ${(error as NodeJS.ErrnoException).path}; name another one`, {
        cause: error,
      });
    throw error;
  }
}
