import { stringify } from 'yaml';
import type { Argv } from 'yargs';
import { withDatabase } from '../command-context.ts';
import { connectWarehouse, disconnectWarehouse, readWarehouse } from '../operations/warehouses.ts';
import { TENANT } from '../options.ts';

export function warehouseCommands(yargs: Argv): Argv {
  return yargs
    .command(
      'connect <file>',
      'Connect a tenant to an external warehouse after testing it',
      (command) =>
        whoseWarehouse(command).positional('file', {
          type: 'string',
          demandOption: true,
          describe: 'Connection settings as YAML',
        }),
      ({ file, tenant = null }) =>
        withDatabase(async (context) => {
          const connection = await connectWarehouse(context, tenant, file);
          context.say(
            ['Warehouse connected.', ...(connection?.note ? [connection.note.en, connection.note.tr] : [])].join('\n'),
          );
        }),
    )
    .command('show', 'Show how a warehouse is reached, without its secrets', whoseWarehouse, ({ tenant = null }) =>
      withDatabase(async (context) => {
        const connection = await readWarehouse(context, tenant);
        context.say(connection ? stringify(connection).trimEnd() : "duckdb: Rise's own files");
      }),
    )
    .command(
      'disconnect',
      "Remove a connection; figures come from Rise's own files again",
      whoseWarehouse,
      ({ tenant = null }) =>
        withDatabase(async (context) => {
          await disconnectWarehouse(context, tenant);
          context.say('Warehouse disconnected.');
        }),
    );
}

/** One tenant's, or that of all tenants without a connection of their own. */
function whoseWarehouse<T>(command: Argv<T>) {
  return command
    .option('tenant', TENANT)
    .option('everybody', { type: 'boolean', describe: 'All tenants without a connection of their own' })
    .check(({ tenant, everybody }) => {
      if ((everybody === true) === (tenant !== undefined)) throw new Error('use either --tenant or --everybody');
      return true;
    });
}
