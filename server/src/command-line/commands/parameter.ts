import type { Argv } from 'yargs';
import { withDatabase } from '../command-context.ts';
import { listParameters, setParameters } from '../operations/tenant-settings.ts';
import { TENANT } from '../options.ts';

const REQUIRED_TENANT = { ...TENANT, demandOption: true } as const;

export function parameterCommands(yargs: Argv): Argv {
  return yargs
    .command(
      'set <assignments..>',
      "Set parameters of a tenant's model as name=value; name= returns to the default",
      (command) =>
        command
          .positional('assignments', { type: 'string', array: true, demandOption: true, describe: 'name=value …' })
          .option('tenant', REQUIRED_TENANT)
          .check(({ assignments }) => {
            for (const assignment of assignments) parseAssignment(assignment);
            return true;
          }),
      ({ assignments, tenant }) =>
        withDatabase((context) => setParameters(context, tenant, new Map(assignments.map(parseAssignment)))),
    )
    .command(
      'list',
      'List the parameters with their values',
      (command) => command.option('tenant', REQUIRED_TENANT),
      ({ tenant }) => withDatabase((context) => listParameters(context, tenant)),
    );
}

function parseAssignment(text: string): [name: string, value: string] {
  const index = text.indexOf('=');
  if (index < 1) throw new Error(`'${text}' is not an assignment; write name=value, or name= for the default`);
  return [text.slice(0, index), text.slice(index + 1)];
}
