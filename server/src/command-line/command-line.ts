import createYargs, { type Argv } from 'yargs';
import { printError } from '../host/start/terminal.ts';
import { auditCommands } from './commands/audit.ts';
import { backupCommand, restoreCommand } from './commands/backup.ts';
import { doctorCommand } from './commands/doctor.ts';
import { calendarCommands } from './commands/calendar.ts';
import { currencyCommands } from './commands/currency.ts';
import { identityProviderCommands } from './commands/identity-provider.ts';
import { importCommand } from './commands/import.ts';
import { mailCommands } from './commands/mail.ts';
import { mappingCommands } from './commands/mapping.ts';
import { modelCommands } from './commands/model.ts';
import { parameterCommands } from './commands/parameter.ts';
import { queryCommand } from './commands/query.ts';
import { readOnlyCommands } from './commands/read-only.ts';
import { secretCommands } from './commands/secret.ts';
import { reportCommands } from './commands/report.ts';
import { tenantCommands } from './commands/tenant.ts';
import { tokenCommands } from './commands/token.ts';
import { warehouseCommands } from './commands/warehouse.ts';

/** Exit codes, as shells know them. */
const EXIT = { done: 0, failed: 1, misused: 2 } as const;

const GROUPS: readonly [name: string, description: string, add: (yargs: Argv) => Argv][] = [
  ['token', 'API tokens', tokenCommands],
  ['tenant', 'Tenants and their settings', tenantCommands],
  ['model', "Tenants' models", modelCommands],
  ['report', 'Reports as files', reportCommands],
  ['mapping', 'What the codes in the data mean', mappingCommands],
  ['parameter', 'Parameters of a model', parameterCommands],
  ['calendar', 'Time zone, weeks and fiscal year of a tenant', calendarCommands],
  ['currency', 'Currency that a tenant reports in', currencyCommands],
  ['warehouse', 'Connections to external warehouses', warehouseCommands],
  ['identity-provider', "Tenants' own identity providers", identityProviderCommands],
  ['mail', 'Outgoing mail', mailCommands],
  ['audit', 'Audit trail', auditCommands],
  ['read-only', 'Whether changes are accepted', readOnlyCommands],
  ['secret', 'The secret of the installation', secretCommands],
];

/** The command line is invalid; `help` says how the command is used. */
class UsageError extends Error {
  readonly help: string;
  constructor(message: string, help: string) {
    super(message);
    this.help = help;
  }
}

/** Replaces yargs's messages; `one` and `other` are the plural forms. */
const WORDING = {
  'Unknown argument: %s': { one: "unexpected argument '%s'", other: "unexpected arguments '%s'" },
  'Unknown command: %s': { one: "there is no command '%s'", other: "there are no commands '%s'" },
  'Missing required argument: %s': { one: 'missing option --%s', other: 'missing options --%s' },
  // Without a plural form, unlike the others.
  'Not enough arguments following: %s': '--%s needs a value',
} as unknown as Record<string, string>;

/** Runs one command and returns the exit code: 0 success, 1 failure, 2 usage error. */
export async function runCommand(args: readonly string[]): Promise<number> {
  try {
    await createProgram().parseAsync([...args]);
    return EXIT.done;
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`rise: ${error.message}\n\n${error.help}\n`);
      return EXIT.misused;
    }
    printError(error);
    return EXIT.failed;
  }
}

function createProgram(): Argv {
  const program = createYargs()
    .scriptName('rise')
    .usage('Usage: npm run rise -- <command> [options]')
    .epilogue('With node_modules/.bin in your PATH, `rise <command>` does the same and can complete what you type.')
    .locale('en')
    .updateStrings(WORDING)
    .parserConfiguration({
      'dot-notation': false,
      'duplicate-arguments-array': false,
      'parse-positional-numbers': false,
    })
    .wrap(null)
    .strict()
    .recommendCommands()
    .help()
    .alias('help', 'h')
    // A model's version is an option of several commands.
    .version(false)
    .exitProcess(false)
    .fail((message: string | null, error, usage) => {
      // Without a message, `error` comes from the command's own work, and parseAsync passes it on.
      if (message === null) throw error;
      let help = '';
      usage.showHelp((text: string) => {
        help = text;
      });
      throw new UsageError(message, help);
    });
  const commands = GROUPS.reduce(
    (yargs, [name, description, add]) =>
      yargs.command(name, description, (group) => add(group).demandCommand(1, `name a command of '${name}'`)),
    program,
  );
  return restoreCommand(backupCommand(doctorCommand(importCommand(queryCommand(commands)))))
    .completion('completion', 'Print a completion script for bash or zsh')
    .demandCommand(1, 'name a command');
}
