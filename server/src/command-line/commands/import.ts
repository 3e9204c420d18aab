import { LOAD_MODES } from '@rise/contract';
import type { Argv } from 'yargs';
import { withDatabase } from '../command-context.ts';
import { importFiles } from '../operations/imports.ts';
import { TENANT } from '../options.ts';

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

export function importCommand(yargs: Argv): Argv {
  return yargs.command(
    'import <files..>',
    "Load files as the next version of a tenant's data",
    (command) =>
      command
        .positional('files', {
          type: 'string',
          array: true,
          demandOption: true,
          describe: 'CSV, JSON, Parquet, Arrow, XLSX, or a zip of them',
        })
        .option('tenant', { ...TENANT, demandOption: true })
        .option('table', { type: 'string', describe: "Table for all files; without it, by the files' names" })
        .option('mode', {
          choices: LOAD_MODES,
          describe: 'What becomes of the rows that the table has; without it, as for an earlier file of the kind',
        })
        .option('key', { type: 'string', array: true, describe: 'Columns that identify a row, for --mode upsert' })
        .option('day', { type: 'string', describe: 'Date column by whose days rows are replaced, for --mode days' })
        .option('note', { type: 'string', describe: 'Why, for the history of versions' })
        .option('accept', { type: 'boolean', describe: 'Accept what is suggested where a file leaves a doubt' })
        .option('again', { type: 'boolean', describe: 'Append rows even if they were loaded before' })
        .check(({ table, key, day, mode }) => {
          for (const name of [table, day, ...(key ?? [])])
            if (name !== undefined && !IDENTIFIER.test(name))
              throw new Error(`'${name}' is not the name of a table or column`);
          if (mode === 'upsert' && key === undefined) throw new Error('--mode upsert needs --key');
          if (mode === 'days' && day === undefined) throw new Error('--mode days needs --day');
          return true;
        }),
    ({ files, tenant, table, mode, key, day, note, accept, again }) =>
      withDatabase(async (context) => {
        const { version, results } = await importFiles(context, tenant, files, {
          table,
          mode,
          key,
          day,
          note,
          accept,
          again,
        });
        context.say(`Loaded as version ${version}.`);
        for (const { table: name, loaded, rejected, rows } of results)
          context.say(`${name}: ${loaded} rows loaded, ${rejected} rejected, ${rows} in all.`);
      }),
  );
}
