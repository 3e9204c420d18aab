import type { Argv } from 'yargs';
import { say } from '../../host/start/terminal.ts';
import { withDatabase } from '../command-context.ts';
import { checkReportFiles, pullReports, pushReports } from '../operations/reports.ts';
import { TENANT } from '../options.ts';

const REQUIRED_TENANT = { ...TENANT, demandOption: true } as const;
const FILES = {
  type: 'string',
  array: true,
  demandOption: true,
  describe: 'Files, and folders with files',
} as const;
const NOTE_CHARACTERS = 500;

export function reportCommands(yargs: Argv): Argv {
  return [pullCommand, checkCommand, pushCommand].reduce((commands, add) => add(commands), yargs);
}

function pullCommand(yargs: Argv): Argv {
  return yargs.command(
    'pull',
    "Write a tenant's reports as YAML files, in a folder for each workspace; comments in them stay",
    (command) =>
      command
        .option('tenant', REQUIRED_TENANT)
        .option('out', { type: 'string', demandOption: true, describe: 'Folder to write to' })
        .option('workspace', { type: 'string', describe: 'Name of a workspace; all without it' })
        .option('report', { type: 'string', describe: 'Title or file name of a report; all without it' })
        .option('draft', { type: 'boolean', default: false, describe: 'Drafts instead of published versions' })
        .option('prune', { type: 'boolean', default: false, describe: 'Remove the files of reports that are gone' })
        .option('force', { type: 'boolean', default: false, describe: 'Overwrite changes that were not pushed' })
        .check(({ report, prune }) => {
          if (report !== undefined && prune) throw new Error('--prune does not go with --report');
          return true;
        }),
    ({ tenant, out, workspace = null, report = null, draft, prune, force }) =>
      withDatabase((context) => pullReports(context, { tenant, out, workspace, report, draft, prune, force })),
  );
}

function checkCommand(yargs: Argv): Argv {
  return yargs.command(
    'check <files..>',
    'Check reports in files: their form and, with a model, their names; changes nothing',
    (command) =>
      command
        .positional('files', FILES)
        .option('tenant', { ...TENANT, describe: 'Tenant whose active model has the names' })
        .option('model', { type: 'string', describe: 'A model as YAML that has the names' })
        .check(({ tenant, model }) => {
          if (tenant !== undefined && model !== undefined) throw new Error('use either --tenant or --model');
          return true;
        }),
    ({ files, tenant = null, model = null }) =>
      tenant === null
        ? checkReportFiles(null, files, { tenant, model }, say)
        : withDatabase((context) => checkReportFiles(context, files, { tenant, model }, say)),
  );
}

function pushCommand(yargs: Argv): Argv {
  return yargs.command(
    'push <files..>',
    'Put files into the drafts of their reports, or publish them; all of them, or none',
    (command) =>
      command
        .positional('files', FILES)
        .option('tenant', REQUIRED_TENANT)
        .option('workspace', { type: 'string', describe: 'Where new reports are created; as their folder without it' })
        .option('as', {
          type: 'string',
          describe: 'Email address of the person whose change it is, and who can undo it',
        })
        .option('publish', { type: 'boolean', default: false, describe: "Publish as the reports' next versions" })
        .option('note', { type: 'string', describe: 'Why, for the history of versions' })
        .option('force', {
          type: 'boolean',
          default: false,
          describe: 'Overwrite what the reports have become since the files were pulled',
        })
        .check(({ publish, note }) => {
          if (note !== undefined && !publish) throw new Error('--note needs --publish');
          if (note !== undefined && note.length > NOTE_CHARACTERS)
            throw new Error(`--note must have at most ${NOTE_CHARACTERS} characters`);
          return true;
        }),
    ({ files, tenant, workspace = null, as = null, publish, note = '', force }) =>
      withDatabase((context) =>
        pushReports(context, { tenant, paths: files, workspace, as, publish, note: note.trim(), force }),
      ),
  );
}
