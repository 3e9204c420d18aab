import { spawnSync } from 'node:child_process';
import { chmod, chown } from 'node:fs/promises';
import { userInfo } from 'node:os';
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
 * - Root, and a user without a name (as containers have them, which initdb refuses too), run it in a user namespace
 *   that shows their files as nobody's: no folder needs to be opened to anybody, and all files stay theirs.
 * - Root in a container that forbids namespaces runs it as the user 'nobody', where that one can reach the programs.
 * Where setpriv exists, the kernel ends PostgreSQL when this process dies, however it dies.
 */
export function choosePostgresUser(program: string): PostgresUser {
  const isRoot = process.getuid?.() === 0;
  const setpriv = works(['setpriv', '--pdeathsig=INT', 'true']) ? ['setpriv', '--pdeathsig=INT'] : [];
  if (!isRoot && hasName()) return { ...asIs, command: before(...setpriv) };

  const namespace = ['unshare', '-U', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
  if (works([...namespace, 'true'])) return { ...asIs, command: before(...setpriv, ...namespace) };

  const identity = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'];
  if (isRoot && setpriv.length > 0 && works(['setpriv', ...identity, program, '--version'])) {
    return {
      command: before('setpriv', ...identity, ...setpriv),
      own: (path) => chown(path, Number(NOBODY), Number(NOBODY)),
      pass: (path) => chmod(path, 0o711),
    };
  }
  throw new Refusal(
    isRoot
      ? 'PostgreSQL does not run as root, and this system lets root run it neither in a user namespace nor as nobody; start Rise as an ordinary user, or set DATABASE_URL'
      : 'PostgreSQL does not run as a user without a name, and this system forbids user namespaces; start Rise as a user of /etc/passwd, or set DATABASE_URL',
  );
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

function works(command: readonly string[]): boolean {
  return spawnSync(command[0]!, command.slice(1), { stdio: 'ignore' }).status === 0;
}
