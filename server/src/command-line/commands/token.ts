import { TOKEN_SCOPES, tokenScope, visibleLine, type TokenScope } from '@rise/contract';
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
        .option('scopes', {
          type: 'string',
          describe: `What the token may do, with commas between: ${describeScopes()}; all that the person may unless given`,
        })
        .option('name', { type: 'string', default: 'command line', describe: 'Name of the token' })
        .option('days', { type: 'number', default: 90, describe: 'Days until it expires' })
        .option('issuer', {
          type: 'string',
          describe: 'Identity provider of the account, where several know the address',
        })
        .check(({ days, scopes }) => {
          checkWholeNumber('days', days, 1, MOST_DAYS);
          if (scopes !== undefined) parseScopes(scopes);
          return true;
        }),
    async ({ email, tenant = null, scopes, name, days, issuer = null }) => {
      const granted = scopes === undefined ? allScopes(tenant) : parseScopes(scopes);
      const { token, expiresAt } = await withDatabase(({ database }) =>
        createToken(database, { email, tenant, scopes: granted, name: visibleLine(name), days, issuer }),
      );
      // The token alone on standard output, so that it can be piped.
      process.stderr.write(`Valid until ${expiresAt.toISOString().slice(0, 10)}. It will not be shown again.\n`);
      say(token);
    },
  );
}

const describeScopes = () =>
  Object.entries(TOKEN_SCOPES)
    .map(([scope, meaning]) => `${scope} (${meaning})`)
    .join(', ');

/** A token of one tenant has nothing above the tenants. */
const allScopes = (tenant: string | null): TokenScope[] =>
  tokenScope.options.filter((scope) => tenant === null || scope !== 'global');

/** Throws for an empty list and for words outside the closed list. */
function parseScopes(text: string): TokenScope[] {
  const words = text.split(',').map((word) => word.trim());
  const unknown = words.find((word) => !tokenScope.safeParse(word).success);
  if (unknown !== undefined)
    throw new Error(`--scopes has '${unknown}'; write some of ${tokenScope.options.join(', ')} with commas between`);
  return tokenScope.options.filter((scope) => words.includes(scope));
}
