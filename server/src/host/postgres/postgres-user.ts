import { spawnSync } from 'node:child_process';
import { chmod, chown } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { OperatorError } from '../../kernel/errors/operator-error.ts';

const NOBODY = '65534';

/** The user that PostgreSQL's programs run as, and how their folders are prepared. */
export interface PostgresUser {
  /** The program and its arguments, ready to spawn as that user. */
  command(...words: readonly string[][]): [program: string, words: string[]];
  /** Prepares a folder that PostgreSQL is to own. */
  own(path: string): Promise<void>;
  /** Lets PostgreSQL traverse a folder on the way to its own. */
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
 * Chooses the user that PostgreSQL runs as, since it does not run as root.
 * - An ordinary user runs it as themselves.
 * - Root, and a user without a name (common in containers, and rejected by initdb), run it in a user namespace that
 *   maps their files to nobody: no folder has to be opened to other users, and all files stay theirs.
 * - Root in a container that forbids namespaces runs it as the user 'nobody', if that user can execute the programs.
 * Where setpriv exists, the kernel ends PostgreSQL when this process dies for any reason.
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
  throw new OperatorError(
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
