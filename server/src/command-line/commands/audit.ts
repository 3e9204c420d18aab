import type { Argv } from 'yargs';
import { verifyAudit } from '../operations/audit.ts';
import { pathFromOperator, withDatabase } from '../command-context.ts';

export function auditCommands(yargs: Argv): Argv {
  return yargs.command(
    'verify',
    'Check that no record of the audit trail was changed, removed or added since it was sealed',
    (command) =>
      command.option('heads', {
        type: 'string',
        array: true,
        default: [] as string[],
        describe: 'A file with heads of the chains, from a log server or a backup; beside those of this installation',
      }),
    async ({ heads }) => {
      await withDatabase((context) =>
        verifyAudit(
          context,
          heads.map((file) => pathFromOperator(file)),
        ),
      );
    },
  );
}
