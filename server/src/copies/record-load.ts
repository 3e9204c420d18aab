import { ImportFailure, type LoadedImport } from '../imports/import-runner.service.ts';
import type { TenantTx } from '../kernel/database/database.ts';
import { findRunOfImport, insertMark, lastMark, makeQueriesDue, saveRunLoaded } from './copies.sql.ts';
import { publishCopy } from './publish-copy.ts';

/** What copies have to do with a load, in the transaction that makes it a version. Throws `ImportFailure` to refuse it. */
export async function recordLoad(tx: TenantTx, loaded: LoadedImport): Promise<void> {
  await recordCopiedLoad(tx, loaded);
  await makeQueriesDue(
    tx,
    loaded.results.map(({ table }) => table),
  );
}

/**
 * Ends the run whose rows an import has loaded, in the transaction that makes them a version: how far its tables have come
 * is known exactly if they are there. Throws if they came further since the rows were read, or were taken back.
 */
async function recordCopiedLoad(tx: TenantTx, { id, version, results }: LoadedImport): Promise<void> {
  const run = await findRunOfImport(tx, id);
  if (!run) return;
  for (const { target, column, last, value } of run.marks) {
    const now = await lastMark(tx, { copy: run.copy, target, column, before: version });
    if (now !== last)
      throw new ImportFailure(
        'changed',
        `The data of ${target} has changed since its rows were read. Run the copy again; nothing was loaded.`,
      );
    await insertMark(tx, { copy: run.copy, target, column, value, version });
  }
  const shown = results.map(({ table, loaded, rows, before }) => ({ table, loaded, rows, before }));
  await saveRunLoaded(tx, run.id, { version, results: shown });
  await publishCopy(tx, run.copy);
}
