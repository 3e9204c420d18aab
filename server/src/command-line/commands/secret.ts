import type { Argv } from 'yargs';
import { viewDataDirectory } from '../../host/data-directory/data-directory.ts';
import { installationSecret } from '../../host/config/warehouse-access.ts';
import { acceptSecret } from '../../installation/installation-secret.service.ts';
import { operatorName, withDatabase } from '../command-context.ts';

export function secretCommands(yargs: Argv): Argv {
  return yargs.command(
    'accept',
    'Make the present secret (SESSION_SECRET) that of the installation; what another one sealed has to be entered again',
    (command) => command,
    () =>
      withDatabase(async ({ database, config, say }) => {
        const secret = await installationSecret(config, viewDataDirectory(config.dataDirectory));
        const fingerprint = await acceptSecret(database, secret, operatorName());
        say(`Servers start with the secret of fingerprint ${fingerprint}. 'rise doctor' shows what it cannot open.`);
      }),
  );
}
