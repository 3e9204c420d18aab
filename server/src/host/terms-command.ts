import { readFile, writeFile } from 'node:fs/promises';
import type { TenantActor } from '../kernel/actor.ts';
import { Failure } from '../kernel/failure.ts';
import { Refusal } from '../kernel/refusal.ts';
import { inFile, MappingFileError, readMappingFile, writeMappingFile } from '../mappings/mapping-file.ts';
import { createMappings, type MappingService } from '../mappings/mappings.service.ts';
import { createParameters, type ParameterService } from '../parameters/parameters.service.ts';
import { operator, placeOf, tenantActor, type ModelDesk } from './model-command.ts';
import { openEngine, openWarehouses } from './warehouse-command.ts';

/** What a command about a tenant's mappings and parameters works with. */
interface Terms {
  readonly mappings: MappingService;
  readonly parameters: ParameterService;
  readonly actor: TenantActor;
}

/** Makes a file all that a tenant's mapping says. Throws a `Refusal` with a line for each problem. */
export function pushMapping(desk: ModelDesk, slug: string, type: string, file: string, message: string): Promise<void> {
  return atDesk(desk, slug, type, async ({ mappings, actor }) => {
    const read = readMappingFile(file, await readFile(placeOf(file), 'utf8'));
    try {
      const { table, changed } = await mappings.put(actor, { type, codes: read.codes, message, author: operator() });
      const what = `version ${table.version} of ${type}, with ${table.codes.length} codes`;
      desk.say(changed ? `In force: ${what}.` : `Nothing changed: this is ${what}.`);
    } catch (error) {
      if (error instanceof Failure && error.details) throw new MappingFileError(inFile(read, error.details));
      throw error;
    }
  });
}

/** Writes what a tenant's mapping says, to a file or as CSV to standard output. */
export function pullMapping(
  desk: ModelDesk,
  slug: string,
  type: string,
  wish: { version: number | null; file: string | null },
): Promise<void> {
  // prettier-ignore
  return atDesk(desk, slug, type, async ({ mappings, actor }) => {
    const table = await mappings.read(actor, type, wish.version);
    const text = writeMappingFile(wish.file ?? 'csv', table);
    if (wish.file === null) process.stdout.write(text);
    else {
      await writeFile(placeOf(wish.file), text);
      desk.say(`Version ${table.version} of ${type} written to ${wish.file}.`);
    }
  });
}

export function listMappings(desk: ModelDesk, slug: string): Promise<void> {
  return atDesk(desk, slug, null, async ({ mappings, actor }) => {
    for (const { type, title, version } of await mappings.list(actor))
      desk.say(version ? `${type}  ${title.en}: version ${version.version}, ${version.codes} codes` : `${type}  ${title.en}: nothing said yet`); // prettier-ignore
  });
}

export function listParameters(desk: ModelDesk, slug: string): Promise<void> {
  return atDesk(desk, slug, null, async ({ parameters, actor }) => {
    const told = await parameters.list(actor);
    for (const { name, type, value, default: usual } of told.parameters)
      desk.say(value === null ? `${name} (${type}): ${String(usual)}, the default` : `${name} (${type}): ${String(value)}; the default is ${String(usual)}`); // prettier-ignore
  });
}

/** Sets a tenant's parameters from words as 'late_days=45'; one that ends in '=' is taken back. */
export function setParameters(desk: ModelDesk, slug: string, said: ReadonlyMap<string, string>): Promise<void> {
  return atDesk(desk, slug, null, async ({ parameters, actor }) => {
    const known = new Map((await parameters.list(actor)).parameters.map(({ name, type }) => [name, type]));
    const read = (name: string, text: string) => {
      if (text === '') return null;
      return known.get(name) === 'boolean' && (text === 'true' || text === 'false') ? text === 'true' : text;
    };
    const values = Object.fromEntries([...said].map(([name, text]) => [name, read(name, text)]));
    const { changed } = await parameters.set(actor, { values });
    desk.say(changed ? `Set: ${[...said.keys()].join(', ')}.` : 'Nothing changed.');
  });
}

async function atDesk(
  desk: ModelDesk,
  slug: string,
  type: string | null,
  work: (terms: Terms) => Promise<void>,
): Promise<void> {
  const { database, config } = desk;
  const engine = openEngine(config);
  try {
    const { warehouses } = await openWarehouses(config, database, engine);
    const actor = await tenantActor(desk, slug);
    await work({
      mappings: createMappings({ database, warehouses }),
      parameters: createParameters({ database, warehouses }),
      actor,
    });
  } catch (error) {
    if (error instanceof MappingFileError) throw new Refusal([...error.problems], { cause: error });
    if (error instanceof Failure && error.code === 'NOT_FOUND')
      throw new Refusal(`the model of '${slug}' has no mapping '${type}', or it has no such version`, { cause: error });
    if (error instanceof Failure)
      throw new Refusal(error.details?.map(({ message }) => message) ?? error.message, { cause: error });
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      throw new Refusal(`there is no file ${(error as NodeJS.ErrnoException).path}; name another one`, {
        cause: error,
      });
    throw error;
  } finally {
    await engine.close();
  }
}
