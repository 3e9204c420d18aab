import type { ModelCheckRecord } from '@rise/contract';
import { audit } from '../../kernel/audit.ts';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import { ModelCheckService } from '../../models/model-check.service.ts';
import { operatorName, tenantActor, type CommandContext } from '../command-context.ts';
import { readText, withModels } from './models.ts';

/** Prints progress for a person who waits; each call replaces the line before. */
type ShowProgress = (line: string) => void;

/**
 * Checks a file, or a tenant's active model with null, and prints a line for each finding. Throws an `OperatorError` with
 * a line for each issue that a push would report, and where it is interrupted.
 */
export function checkModel(
  context: CommandContext,
  slug: string,
  file: string | null,
  { signal, onProgress }: { signal: AbortSignal; onProgress: ShowProgress },
): Promise<void> {
  return withModels(context, async ({ models, warehouses, engine }) => {
    const actor = await tenantActor(context, slug);
    const document = file === null ? null : await readText(file);
    await audit(context.database, actor, {
      action: 'model.check',
      outcome: 'done',
      details: { author: operatorName() },
    });
    const checks = new ModelCheckService({ engine, warehouses, models });
    const scope = { tenant: actor.tenantId, reader: 'system' } as const;
    const request = { document, ...(file !== null && { file }), scope, signal };
    try {
      for await (const record of checks.check(actor, request)) {
        if (record.type === 'progress') onProgress(`${record.done} of ${record.of}  ${record.dataset}`);
        else context.say(lineOf(record));
      }
    } catch (error) {
      if (!signal.aborted) throw error;
      throw new OperatorError('interrupted; nothing was changed', { cause: error });
    }
  });
}

function lineOf(record: Exclude<ModelCheckRecord, { type: 'progress' }>): string {
  if (record.type === 'finding') {
    const { kind, of, dataset, names, message } = record;
    return `${kind.padEnd(9)}  ${of} ${names.map((name) => `${dataset}.${name}`).join(', ')}: ${message}`;
  }
  const { dataVersion, dimensions, measures, findings } = record;
  if (dataVersion === null) return 'The model is valid. There is no data yet to look at.';
  const looked = `${dimensions} dimensions and ${measures} measures in data version ${dataVersion}`;
  return `The model is valid. ${looked}: ${findings} ${findings === 1 ? 'finding' : 'findings'}. Nothing was changed.`;
}
