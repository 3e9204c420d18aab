import { spawnSync } from 'node:child_process';
import { chmod, chown } from 'node:fs/promises';
import { Refusal } from '../kernel/refusal.ts';

const NOBODY = '65534';

/** As whom PostgreSQL's programs run, and what must be done to the folders they use. */
export interface PostgresUser {
  /** The program and its arguments, ready to spawn as that user. */
  command(...words: readonly string[][]): [program: string, words: string[]];
  /** Prepares a folder that PostgreSQL shall own. */
  own(path: string): Promise<void>;
  /** Lets PostgreSQL pass through a folder on the way to its own. */
  pass(path: string): Promise<void>;
}

const asIs = { own: async () => {}, pass: async () => {} };

function before(...prefix: string[]): PostgresUser['command'] {
  return (...words) => {
    const [program, ...rest] = [...prefix, ...words.flat()];
    return [program!, rest];
  };
}

/**
 * Decides as whom PostgreSQL runs, which refuses to run as root.
 * - An ordinary user runs it as themselves.
 * - Root runs it in a user namespace that shows root's files as another user's: no folder needs to be opened to
 *   anybody, and all files stay root's.
 * - Root in a container that forbids namespaces runs it as the user 'nobody', where that one can reach the programs.
 * Where setpriv exists, the kernel ends PostgreSQL when this process dies, however it dies.
 */
export function choosePostgresUser(program: string, uid = process.getuid?.()): PostgresUser {
  const setpriv = works(['setpriv', '--pdeathsig=INT', 'true']) ? ['setpriv', '--pdeathsig=INT'] : [];
  if (uid !== 0) return { ...asIs, command: before(...setpriv) };

  const namespace = ['unshare', '-U', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
  if (works([...namespace, 'true'])) return { ...asIs, command: before(...setpriv, ...namespace) };

  const identity = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
  if (setpriv.length > 0 && works(['setpriv', ...identity, program, '--version'])) {
    return {
      command: before('setpriv', ...identity, ...setpriv),
      own: (path) => chown(path, Number(NOBODY), Number(NOBODY)),
      pass: (path) => chmod(path, 0o711),
    };
  }
  throw new Refusal(
    'PostgreSQL does not run as root, and this system lets root run it neither in a user namespace nor as nobody; start Rise as an ordinary user, or set DATABASE_URL',
  );
}

function works(command: readonly string[]): boolean {
  return spawnSync(command[0]!, command.slice(1), { stdio: 'ignore' }).status === 0;
}
