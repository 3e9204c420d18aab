import { Client } from 'pg';
import { unmailedContacts } from '../../../contact/contact.service.ts';
import { loadConfig, type Config } from '../../../host/config/config.ts';
import type { Environment } from '../../../host/config/variables.ts';
import { installationSecret } from '../../../host/config/warehouse-access.ts';
import { viewDataDirectory } from '../../../host/data-directory/data-directory.ts';
import { borrowApplicationDatabase, type ApplicationDatabase } from '../../../host/postgres/application-database.ts';
import { Database } from '../../../kernel/database/database.ts';
import { oneLine } from '../../../mail/mail-document.ts';
import { MailServer } from '../../../mail/mail-server.ts';
import { mailState } from '../../../mail/outbox.service.ts';
import { runCheck, type Finding, type Opened } from './checks.ts';
import { auditShipping, jobs, rowSecurity, secrets } from './database-checks.ts';
import { clock, dataDirectory, identityProvider, nodeVersion, traces } from './machine-checks.ts';
import { warehouseFiles } from './warehouse-files.ts';

export type { Finding } from './checks.ts';

/** Checks an installation step by step; skips what an earlier failure makes impossible to check. */
export async function* examineInstallation(environment: Environment, root: string): AsyncGenerator<Finding> {
  yield await runCheck('Node', nodeVersion);
  let config: Config;
  try {
    config = loadConfig(environment, root);
    yield { name: 'configuration', detail: `${config.environment}, ${config.publicUrl.href}`, remedy: null };
  } catch (error) {
    for (const line of (error as Error).message.split('\n')) yield { name: 'configuration', detail: '', remedy: line };
    return;
  }
  let providerAt: number | null = null;
  yield await runCheck('identity provider', async () => {
    const { detail, at } = await identityProvider(config);
    providerAt = at;
    return detail;
  });
  yield await runCheck('traces', () => traces(config));

  let borrowed: ApplicationDatabase | null = null;
  yield await runCheck('database', async () => {
    borrowed = await borrowApplicationDatabase(config);
    return `reached and up to date (${config.database === null ? 'embedded' : 'DATABASE_URL'})`;
  });
  yield await runCheck('data directory', () => dataDirectory(config));
  if (borrowed === null) return;
  yield* examineDatabase(config, borrowed, providerAt);
}

async function* examineDatabase(
  config: Config,
  borrowed: ApplicationDatabase,
  providerAt: number | null,
): AsyncGenerator<Finding> {
  const database = new Database({ connection: { ...borrowed.connection, max: 2 } });
  const owner = new Client({ connectionString: borrowed.ownerUrl });
  try {
    await owner.connect();
    await owner.query(`SET search_path = public; SET rise.scope = 'operator'`);
    const secret = await installationSecret(config, viewDataDirectory(config.dataDirectory));
    const opened: Opened = { config, database, owner, secret };
    yield await runCheck('clock', () => clock(opened, providerAt));
    yield await runCheck('row-level security', () => rowSecurity(opened));
    yield await runCheck('secrets', () => secrets(opened));
    yield await runCheck('warehouse files', () => warehouseFiles(opened));
    yield await runCheck('jobs', () => jobs(opened));
    yield await runCheck('audit shipping', () => auditShipping(opened));
    yield await runCheck('mail', () => mail(opened));
  } finally {
    await owner.end();
    await database.close();
    await borrowed.stop();
  }
}

/** Whether mail is configured, and which mail failed or was stored while it was not. */
async function mail({ config: { smtpUrl, contactEmail }, database }: Opened): Promise<string> {
  const unmailed = await unmailedContacts(database);
  const stored = unmailed === 0 ? '' : `; ${unmailed} contact messages were never mailed, read them in contact_message`;
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
}
