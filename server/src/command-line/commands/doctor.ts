import type { Argv } from 'yargs';
import { ROOT } from '../../host/config/paths.ts';
import { say } from '../../host/start/terminal.ts';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import { examineInstallation } from '../operations/doctor.ts';

export function doctorCommand(yargs: Argv): Argv {
  return yargs.command(
    'doctor',
    'Check this installation, one line per check',
    (command) => command,
    async () => {
      let failed = 0;
      for await (const { name, detail, remedy } of examineInstallation(process.env, ROOT)) {
        say(remedy === null ? `ok    ${name}: ${detail}` : `FAIL  ${name}: ${remedy}`);
        if (remedy !== null) failed += 1;
      }
      if (failed > 0) throw new OperatorError(`${failed} of the checks failed; follow the lines marked FAIL`);
    },
  );
}
