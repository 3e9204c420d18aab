import type { Argv } from 'yargs';
import { allowSharedSignIn } from '../../identity-providers/shared-sign-in.service.ts';
import { operatorName, withDatabase, type CommandContext } from '../command-context.ts';
import { TENANT } from '../options.ts';

export function identityProviderCommands(yargs: Argv): Argv {
  return yargs.command(
    'allow-shared',
    'Let people of a tenant sign in with the shared provider again, where their own one is broken',
    (command) =>
      command.option('tenant', { ...TENANT, demandOption: true }).option('only', {
        type: 'boolean',
        default: false,
        describe: 'Turn their own provider off until an administrator of the tenant uses it again',
      }),
    (options) => withDatabase((context) => allowShared(context, options)),
  );
}

export async function allowShared(
  { database, say }: Pick<CommandContext, 'database' | 'say'>,
  { tenant, only }: { tenant: string; only: boolean },
): Promise<void> {
  const change = await allowSharedSignIn(database, { slug: tenant, only, operator: operatorName() });
  const { sharedMembers, ownDomains, endedSessions } = change;
  say(`Tenant ${tenant} lets people sign in with the shared provider again${only ? '' : ', beside its own'}.`);
  say(`Members with an account of the shared provider: ${sharedMembers}. Others join by an invitation or its claims.`);
  if (only) say(`Its own provider is off; sessions that ended: ${endedSessions}.`);
  if (ownDomains.length > 0)
    say(`Addresses of ${ownDomains.join(', ')} still lead to its own provider; --only ends that, too.`);
}
