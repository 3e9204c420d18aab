import type { Argv } from 'yargs';
import { retryMail } from '../../mail/outbox.service.ts';
import { withDatabase } from '../command-context.ts';

export function mailCommands(yargs: Argv): Argv {
  return yargs.command(
    'retry',
    'Retry mail that could not be delivered',
    (command) => command,
    async () => {
      await withDatabase(async ({ database, say }) => {
        const count = await retryMail(database);
        say(`${count} ${count === 1 ? 'mail' : 'mails'} queued; a running server retries within a minute.`);
      });
    },
  );
}
