import type { DataImport } from '@rise/contract';
import { pino } from 'pino';
import { join } from 'node:path';
import { filesDirectory } from '../../host/config/config.ts';
import { createImports } from '../../imports/create-imports.ts';
import { showAlive } from '../../imports/this-process.ts';
import type { FileImportChoices } from '../../imports/file-imports.service.ts';
import { UserError } from '../../kernel/errors/user-error.ts';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import {
  operatorName,
  pathFromOperator,
  tenantActor,
  withWarehouses,
  type CommandContext,
} from '../command-context.ts';

const MB = 1024 * 1024;

/** Imports files for a tenant as the next version of its data. Throws an `OperatorError` with a line for each issue. */
export async function importFiles(
  context: CommandContext,
  slug: string,
  files: readonly string[],
  choices: FileImportChoices,
): Promise<DataImport> {
  const actor = await tenantActor(context, slug);
  const { database, config } = context;
  return withWarehouses(context, async ({ warehouses, engine }) => {
    const { files: imports, runner } = createImports({
      database,
      engine,
      warehouses,
      warehouseDirectory: join(filesDirectory(config), 'warehouse'),
      uploadDirectory: join(filesDirectory(config), 'uploads'),
      rejectDirectory: join(filesDirectory(config), 'rejects'),
      uploadStorageBytes: config.uploadStorageMb * MB,
      log: pino({ level: 'silent' }),
    });
    const alive = await showAlive(database);
    try {
      const author = { origin: 'command', createdBy: operatorName() } as const;
      return await imports.import(actor, files.map(pathFromOperator), { ...choices, author });
    } catch (error) {
      throw toOperatorError(error);
    } finally {
      await runner.close();
      await alive.release();
    }
  });
}

function toOperatorError(error: unknown): unknown {
  if (!(error instanceof UserError)) return error;
  const lines = (error.details ?? []).map(({ field, message }) => `${field}: ${message}`);
  return new OperatorError([error.message, ...lines], { cause: error });
}
