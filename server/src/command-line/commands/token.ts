import type { Argv } from 'yargs';
import { say } from '../../host/start/terminal.ts';
import { createToken } from '../../sessions/api-tokens.service.ts';
import { withDatabase } from '../command-context.ts';
import { checkWholeNumber, TENANT } from '../options.ts';

const MOST_DAYS = 3650;

export function tokenCommands(yargs: Argv): Argv {
  return yargs.command(
    'create',
    'Create an API token for a person with an account and print it once',
    (command) =>
      command
        .option('email', { type: 'string', demandOption: true, describe: "The person's email address" })
        .option('tenant', TENANT)
        .option('name', { type: 'string', default: 'command line', describe: 'Name of the token' })
        .option('days', { type: 'number', default: 90, describe: 'Days until it expires' })
        .option('issuer', {
          type: 'string',
          describe: 'Identity provider of the account, where several know the address',
        })
        .check(({ days }) => {
          checkWholeNumber('days', days, 1, MOST_DAYS);
          return true;
        }),
    async ({ email, tenant = null, name, days, issuer = null }) => {
      const { token, expiresAt } = await withDatabase(({ database }) =>
        createToken(database, { email, tenant, name, days, issuer }),
      );
      // The token alone on standard output, so that it can be piped.
      process.stderr.write(`Valid until ${expiresAt.toISOString().slice(0, 10)}. It will not be shown again.\n`);
      say(token);
    },
  );
}
