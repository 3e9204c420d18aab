import type { Argv } from 'yargs';
import { withDatabase } from '../command-context.ts';
import { checkModel } from '../operations/model-check.ts';
import { exportModel, importModel } from '../operations/model-exchange.ts';
import {
  compareModels,
  generateModelFile,
  listModels,
  pullModel,
  pushModel,
  pushTemplate,
  restoreModel,
  suggestRollups,
} from '../operations/models.ts';
import { checkMessage, checkVersion, MESSAGE, TENANT, VERSION_NUMBER } from '../options.ts';

const REQUIRED_TENANT = { ...TENANT, demandOption: true } as const;
const OUTPUT_FILE = { type: 'string', describe: 'File to write; standard output without it' } as const;

export function modelCommands(yargs: Argv): Argv {
  return [
    pushCommand,
    checkCommand,
    pullCommand,
    listCommand,
    diffCommand,
    restoreCommand,
    suggestCommand,
    generateCommand,
    exportCommand,
    importCommand,
  ].reduce((commands, add) => add(commands), yargs);
}

function pushCommand(yargs: Argv): Argv {
  return yargs.command(
    'push <file>',
    "Activate a model for a tenant, or create a template's next version",
    (command) =>
      command
        .positional('file', { type: 'string', demandOption: true, describe: 'The model as YAML' })
        .option('tenant', TENANT)
        .option('template', { type: 'boolean', describe: 'The file is a template for several tenants' })
        .option('message', MESSAGE)
        .check(({ tenant, template, message }) => {
          if ((template === true) !== (tenant === undefined)) throw new Error('use either --tenant or --template');
          checkMessage(message);
          return true;
        }),
    ({ file, tenant, message }) =>
      withDatabase((context) =>
        tenant === undefined ? pushTemplate(context, file, message) : pushModel(context, tenant, file, message),
      ),
  );
}

function checkCommand(yargs: Argv): Argv {
  return yargs.command(
    'check [file]',
    'Check a model as push does, and each measure and dimension in the data; changes nothing',
    (command) =>
      command
        .positional('file', { type: 'string', describe: 'The model as YAML; the active one without it' })
        .option('tenant', REQUIRED_TENANT),
    ({ file = null, tenant }) =>
      withDatabase((context) =>
        withInterrupt((signal) => checkModel(context, tenant, file, { signal, onProgress: showProgress })),
      ),
  );
}

/** Ends the work on Ctrl-C, so that what it started is closed. */
async function withInterrupt(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  const onInterrupt = () => stop.abort();
  process.once('SIGINT', onInterrupt);
  try {
    await work(stop.signal);
  } finally {
    process.off('SIGINT', onInterrupt);
    showProgress('');
  }
}

/** A progress line that replaces itself, on terminals only. */
function showProgress(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${line}`);
}

/** Formats of other tools. */
const FORMAT = { choices: ['ossie'] as const, default: 'ossie' as const, describe: "Apache Ossie's, as YAML" };

function exportCommand(yargs: Argv): Argv {
  return yargs.command(
    'export [file]',
    "Write a tenant's model in the format of Apache Ossie",
    (command) =>
      command
        .positional('file', OUTPUT_FILE)
        .option('tenant', REQUIRED_TENANT)
        .option('version', VERSION_NUMBER)
        .option('format', FORMAT)
        .check(({ version }) => {
          checkVersion('version', version);
          return true;
        }),
    ({ file = null, tenant, version = null }) =>
      withDatabase((context) => exportModel(context, tenant, { version, file })),
  );
}

function importCommand(yargs: Argv): Argv {
  return yargs.command(
    'import <file> [output]',
    'Read a model in the format of Apache Ossie as a model to check and push; changes nothing',
    (command) =>
      command
        .positional('file', { type: 'string', demandOption: true, describe: 'The document as YAML or JSON' })
        .positional('output', OUTPUT_FILE)
        .option('format', FORMAT),
    ({ file, output = null }) => importModel(file, output),
  );
}

function pullCommand(yargs: Argv): Argv {
  return yargs.command(
    'pull [file]',
    "Write a tenant's model as it was pushed",
    (command) =>
      command
        .positional('file', OUTPUT_FILE)
        .option('tenant', REQUIRED_TENANT)
        .option('version', VERSION_NUMBER)
        .check(({ version }) => {
          checkVersion('version', version);
          return true;
        }),
    ({ file = null, tenant, version = null }) =>
      withDatabase((context) => pullModel(context, tenant, { version, file })),
  );
}

function listCommand(yargs: Argv): Argv {
  return yargs.command(
    'list',
    "List the versions of a tenant's model: when, by whom, why",
    (command) => command.option('tenant', REQUIRED_TENANT),
    ({ tenant }) => withDatabase((context) => listModels(context, tenant)),
  );
}

function diffCommand(yargs: Argv): Argv {
  return yargs.command(
    'diff',
    'Show what a tenant changes of its template, or what differs between two versions',
    (command) =>
      command
        .option('tenant', REQUIRED_TENANT)
        .option('from', { ...VERSION_NUMBER, implies: 'to' })
        .option('to', { ...VERSION_NUMBER, implies: 'from' })
        .check(({ from, to }) => {
          checkVersion('from', from);
          checkVersion('to', to);
          return true;
        }),
    ({ tenant, from, to }) =>
      withDatabase((context) =>
        compareModels(context, tenant, from === undefined || to === undefined ? null : { from, to }),
      ),
  );
}

function restoreCommand(yargs: Argv): Argv {
  return yargs.command(
    'restore',
    'Activate an older version again',
    (command) =>
      command
        .option('tenant', REQUIRED_TENANT)
        .option('version', { ...VERSION_NUMBER, demandOption: true })
        .option('message', MESSAGE)
        .check(({ version, message }) => {
          checkVersion('version', version);
          checkMessage(message);
          return true;
        }),
    ({ tenant, version, message }) => withDatabase((context) => restoreModel(context, tenant, version, message)),
  );
}

function suggestCommand(yargs: Argv): Argv {
  return yargs.command(
    'suggest-rollups [file]',
    'Write rollups that would have served recent queries, for the model',
    (command) => command.positional('file', OUTPUT_FILE).option('tenant', REQUIRED_TENANT),
    ({ file = null, tenant }) => withDatabase((context) => suggestRollups(context, tenant, file)),
  );
}

function generateCommand(yargs: Argv): Argv {
  return yargs.command(
    'generate [file]',
    "Draft a model from a tenant's tables; comments explain each guess",
    (command) => command.positional('file', OUTPUT_FILE).option('tenant', REQUIRED_TENANT),
    ({ file = null, tenant }) => withDatabase((context) => generateModelFile(context, tenant, file)),
  );
}
