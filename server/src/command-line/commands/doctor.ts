import type { Argv } from 'yargs';
import { ROOT } from '../../host/config/paths.ts';
import { say } from '../../host/start/terminal.ts';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import { examineInstallation, type Finding } from '../operations/doctor/doctor.ts';

export function doctorCommand(yargs: Argv): Argv {
  return yargs.command(
    'doctor',
    'Check this installation, one line per check',
    (command) => command.option('json', { type: 'boolean', describe: 'Print the checks as JSON' }),
    async ({ json }) => {
      const findings: Finding[] = [];
      for await (const finding of examineInstallation(process.env, ROOT)) {
        findings.push(finding);
        const { name, detail, remedy } = finding;
        if (!json) say(remedy === null ? `ok    ${name}: ${detail}` : `FAIL  ${name}: ${remedy}`);
      }
      const failed = findings.filter(({ remedy }) => remedy !== null).length;
      if (json) say(JSON.stringify({ ok: failed === 0, checks: findings }, null, 2));
      if (failed > 0)
        throw new OperatorError(
          `${failed} of the checks failed; follow ${json ? 'their remedies' : 'the lines marked FAIL'}`,
        );
    },
  );
}
