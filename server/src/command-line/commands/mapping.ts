import type { Argv } from 'yargs';
import { withDatabase } from '../command-context.ts';
import { listMappings, pullMapping, pushMapping } from '../operations/tenant-settings.ts';
import { checkMessage, checkVersion, MESSAGE, TENANT, VERSION_NUMBER } from '../options.ts';

const REQUIRED_TENANT = { ...TENANT, demandOption: true } as const;
const TYPE = { type: 'string', demandOption: true, describe: 'Name of the mapping' } as const;

export function mappingCommands(yargs: Argv): Argv {
  return listCommand(pullCommand(pushCommand(yargs)));
}

function pushCommand(yargs: Argv): Argv {
  return yargs.command(
    'push <file>',
    'Replace a mapping: CSV with the columns code, value, from, until and attributes, or YAML',
    (command) =>
      command
        .positional('file', { type: 'string', demandOption: true, describe: 'The mapping as CSV or YAML' })
        .option('tenant', REQUIRED_TENANT)
        .option('type', TYPE)
        .option('message', MESSAGE)
        .check(({ message }) => {
          checkMessage(message);
          return true;
        }),
    ({ file, tenant, type, message }) => withDatabase((context) => pushMapping(context, tenant, type, file, message)),
  );
}

function pullCommand(yargs: Argv): Argv {
  return yargs.command(
    'pull [file]',
    'Write a mapping as CSV or YAML',
    (command) =>
      command
        .positional('file', { type: 'string', describe: 'File to write; CSV on standard output without it' })
        .option('tenant', REQUIRED_TENANT)
        .option('type', TYPE)
        .option('version', VERSION_NUMBER)
        .check(({ version }) => {
          checkVersion('version', version);
          return true;
        }),
    ({ file = null, tenant, type, version = null }) =>
      withDatabase((context) => pullMapping(context, tenant, type, { version, file })),
  );
}

function listCommand(yargs: Argv): Argv {
  return yargs.command(
    'list',
    "List the mappings of a tenant's model",
    (command) => command.option('tenant', REQUIRED_TENANT),
    ({ tenant }) => withDatabase((context) => listMappings(context, tenant)),
  );
}
