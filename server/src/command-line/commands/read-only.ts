import type { Argv } from 'yargs';
import { readOnlyState, setReadOnly } from '../../installation/read-only.service.ts';
import { operatorName, withDatabase } from '../command-context.ts';

const REASON_CHARACTERS = 200;

export function readOnlyCommands(yargs: Argv): Argv {
  return yargs
    .command(
      'on',
      'Refuse changes and pause background jobs, in all servers; reading, exports and sign-in go on',
      (command) =>
        command
          .option('reason', { type: 'string', default: '', describe: 'A reason, which pages show' })
          .check(({ reason }) => {
            if (reason.length > REASON_CHARACTERS)
              throw new Error(`--reason must have at most ${REASON_CHARACTERS} characters`);
            return true;
          }),
      ({ reason }) =>
        withDatabase(async ({ database, say }) => {
          await setReadOnly(database, { reason: reason.trim(), operator: operatorName() });
          say('Read-only: on. Jobs that were running end as usual.');
        }),
    )
    .command(
      'off',
      'Accept changes again, and go on with background jobs',
      (command) => command,
      () =>
        withDatabase(async ({ database, say }) => {
          await setReadOnly(database, { reason: null, operator: operatorName() });
          say('Read-only: off. Background jobs go on within a minute.');
        }),
    )
    .command(
      'show',
      'Show whether the installation is read-only',
      (command) => command,
      () =>
        withDatabase(async ({ database, say }) => {
          const state = await readOnlyState(database);
          if (state === null) say('Read-only: off.');
          else say(`Read-only: on since ${state.since.toISOString()}${state.reason === '' ? '' : `: ${state.reason}`}`);
        }),
    );
}
