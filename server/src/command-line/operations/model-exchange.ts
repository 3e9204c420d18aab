import { writeFile } from 'node:fs/promises';
import { ModelError, readOssie, writeOssie, type ExchangeNote } from '@rise/engine';
import { stringify } from 'yaml';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import { formatIssue } from '../../models/models.rules.ts';
import { pathFromOperator, tenantActor, type CommandContext } from '../command-context.ts';
import { readText, withModels } from './models.ts';

/** Writes a version of a tenant's model in another format, and lists what only Rise can read of it. */
export function exportModel(
  context: CommandContext,
  slug: string,
  { version, file }: { version: number | null; file: string | null },
): Promise<void> {
  return withModels(context, async ({ models }) => {
    const resolved = await models.resolved(await tenantActor(context, slug), version);
    const { document, notes } = writeOssie(resolved.model);
    await write(stringify(document), file);
    report(notes, 'Carried for Rise only, or with a reservation');
    say(`Version ${resolved.version} written${file === null ? '' : ` to ${file}`}.`);
  });
}

/** Writes a document of another format as a model of Rise, and lists what it does not carry. Changes nothing. */
export async function importModel(file: string, output: string | null): Promise<void> {
  try {
    const { model, notes } = readOssie(await readText(file), file);
    await write(stringify(model), output);
    report(notes, 'Not carried, or to be completed');
    say(`Read ${file}. Run 'model check' and 'model push' with ${output ?? 'the output'} next.`);
  } catch (error) {
    if (error instanceof ModelError) throw new OperatorError(error.issues.map(formatIssue), { cause: error });
    throw error;
  }
}

async function write(text: string, file: string | null): Promise<void> {
  if (file === null) process.stdout.write(text);
  else await writeFile(pathFromOperator(file), text);
}

function report(notes: readonly ExchangeNote[], title: string): void {
  if (notes.length > 0) say(`${title}:`);
  for (const { place, reason } of notes) say(`  ${place}: ${reason}`);
}

/** Standard output holds the document alone, so that it can be piped. */
function say(line: string): void {
  process.stderr.write(`${line}\n`);
}
