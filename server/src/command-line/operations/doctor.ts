import { constants } from 'node:fs';
import { access, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { Database } from '../../kernel/database/database.ts';
import { systemIn } from '../../kernel/actor.ts';
import { unmailedContacts } from '../../contact/contact.service.ts';
import { oneLine } from '../../mail/mail-document.ts';
import { MailServer } from '../../mail/mail-server.ts';
import { mailState } from '../../mail/outbox.service.ts';
import { activeTenants } from '../../tenants/tenants.service.ts';
import { listVersionFiles } from '../../warehouse/warehouse.sql.ts';
import { borrowApplicationDatabase, type ApplicationDatabase } from '../../host/postgres/application-database.ts';
import { loadConfig, type Config } from '../../host/config/config.ts';
import type { Environment } from '../../host/config/variables.ts';

export interface Finding {
  readonly name: string;
  /** What is in order; empty where something is not. */
  readonly detail: string;
  /** What is wrong and what to do; null where nothing is. */
  readonly remedy: string | null;
}

const PROVIDER_TIMEOUT_MS = 5000;

/** Checks an installation step by step; skips what an earlier failure makes impossible to check. */
export async function* examineInstallation(environment: Environment, root: string): AsyncGenerator<Finding> {
  yield await runCheck('Node', async () => process.versions.node);
  let config: Config;
  try {
    config = loadConfig(environment, root);
    yield { name: 'configuration', detail: `${config.environment}, ${config.publicUrl.href}`, remedy: null };
  } catch (error) {
    for (const line of (error as Error).message.split('\n')) yield { name: 'configuration', detail: '', remedy: line };
    return;
  }
  yield await runCheck('identity provider', () => provider(config));

  let database: ApplicationDatabase | null = null;
  yield await runCheck('database', async () => {
    database = await borrowApplicationDatabase(config);
    return `reached and up to date (${config.database === null ? 'embedded' : 'DATABASE_URL'})`;
  });
  yield await runCheck('data directory', async () => {
    await access(config.dataDirectory, constants.R_OK | constants.W_OK | constants.X_OK);
    return config.dataDirectory;
  });
  if (database === null) return;
  const open_: ApplicationDatabase = database;
  try {
    yield await runCheck('row-level security', () => rowSecurity(open_));
    yield await runCheck('warehouse files', () => warehouseFiles(config, open_));
    yield await runCheck('mail', () => mail(config, open_));
  } finally {
    await open_.stop();
  }
}

async function runCheck(name: string, check: () => Promise<string>): Promise<Finding> {
  try {
    return { name, detail: await check(), remedy: null };
  } catch (error) {
    return { name, detail: '', remedy: (error as Error).message };
  }
}

async function provider({ oidc }: Config): Promise<string> {
  if (oidc === null) return 'embedded in the server';
  const address = `${oidc.issuer.href.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const answer = await fetch(address, { signal: AbortSignal.timeout(PROVIDER_TIMEOUT_MS) }).catch((error: Error) => {
    throw new Error(`${address} cannot be reached (${error.message}); check OIDC_ISSUER and the network`, {
      cause: error,
    });
  });
  const { issuer } = (answer.ok ? await answer.json().catch(() => ({})) : {}) as { issuer?: string };
  if (issuer?.replace(/\/$/, '') === oidc.issuer.href.replace(/\/$/, '')) return issuer;
  throw new Error(
    `${address} answers ${answer.status} and names the issuer '${issuer ?? ''}'; set OIDC_ISSUER to the address that the provider gives itself`,
  );
}

/** The application's role was checked when the database was opened; this checks each table. */
async function rowSecurity({ ownerUrl }: ApplicationDatabase): Promise<string> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; forced: boolean }>(
      `SELECT relname AS name, relrowsecurity AND relforcerowsecurity AS forced FROM pg_class
        WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace AND relname <> 'schema_migration' ORDER BY relname`,
    );
    const open_ = rows.filter(({ forced }) => !forced).map(({ name }) => name);
    if (open_.length === 0) return `forced on all ${rows.length} tables; the application bypasses none`;
    throw new Error(`not forced on ${open_.join(', ')}; run 'ALTER TABLE … FORCE ROW LEVEL SECURITY' on each`);
  } finally {
    await client.end();
  }
}

async function warehouseFiles(config: Config, { connection }: ApplicationDatabase): Promise<string> {
  const database = new Database({ connection: { ...connection, max: 2 } });
  try {
    const missing: string[] = [];
    const tenants = await activeTenants(database);
    for (const { id, slug } of tenants) {
      const versions = await database.withTenant(systemIn(id), listVersionFiles);
      for (const { number } of versions) {
        if (!(await isVersionFile(join(config.dataDirectory, 'warehouse', id, `${number}.duckdb`))))
          missing.push(`${slug} ${number}`);
      }
    }
    if (missing.length === 0) return `complete, for ${tenants.length} ${tenants.length === 1 ? 'tenant' : 'tenants'}`;
    throw new Error(
      `missing or not readable: version ${missing.join(', ')}; load it again, or restore the data directory from a backup`,
    );
  } finally {
    await database.close();
  }
}

/** Whether mail is configured, and which mail failed or was stored while it was not. */
async function mail({ smtpUrl, contactEmail }: Config, { connection }: ApplicationDatabase): Promise<string> {
  const database = new Database({ connection: { ...connection, max: 1 } });
  try {
    const unmailed = await unmailedContacts(database);
    const stored =
      unmailed === 0 ? '' : `; ${unmailed} contact messages were never mailed, read them in contact_message`;
    if (smtpUrl === null || contactEmail === null) {
      const missing = [...(smtpUrl ? [] : ['SMTP_URL']), ...(contactEmail ? [] : ['CONTACT_EMAIL'])];
      return `not sent: contact messages are stored only; set ${missing.join(' and ')} to have them mailed${stored}`;
    }
    await new MailServer(smtpUrl, contactEmail).verify().catch((error: Error) => {
      throw new Error(
        `the server of SMTP_URL does not take mail (${oneLine(error.message)}); check address and password`,
      );
    });
    const { waiting, delayed, failed, lastError } = await mailState(database);
    if (failed > 0) {
      throw new Error(
        `${failed} contact messages could not be mailed, the last because of '${lastError}'; fix that, then run 'npm run rise -- mail retry'`,
      );
    }
    const late = delayed === 0 ? '' : `, ${delayed} after failed attempts, the last because of '${lastError}'`;
    return `goes out to ${contactEmail}; ${waiting} waiting${late}${stored}`;
  } finally {
    await database.close();
  }
}

/** A DuckDB file has this signature in bytes 8 to 11. */
async function isVersionFile(path: string): Promise<boolean> {
  try {
    const file = await open(path);
    try {
      const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0);
      return buffer.subarray(8).toString('latin1') === 'DUCK';
    } finally {
      await file.close();
    }
  } catch {
    return false;
  }
}
