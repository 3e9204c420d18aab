import { listSinks } from '../../../audit-shipping/audit-shipping.service.ts';
import { SYSTEM } from '../../../kernel/actor.ts';
import { deriveKey, unseal, fingerprintOf } from '../../../kernel/security/keys.ts';
import { lockDirectory } from '../../../host/data-directory/directory-lock.ts';
import { checkReadable } from '../backup/dump-database.ts';
import { counted, type Opened } from './checks.ts';
import { jobStates } from './job-states.ts';

/** The application's role was checked when the database was opened; this checks each table. */
export async function rowSecurity({ owner }: Opened): Promise<string> {
  const { rows } = await owner.query<{ name: string; forced: boolean; open: boolean }>(
    `SELECT c.relname AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced,
            NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname <> 'operator') AS open
       FROM pg_class c
      WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace AND c.relname <> 'schema_migration' ORDER BY 1`,
  );
  const unforced = rows.filter(({ forced }) => !forced).map(({ name }) => name);
  if (unforced.length > 0)
    throw new Error(`not forced on ${unforced.join(', ')}; run 'ALTER TABLE … FORCE ROW LEVEL SECURITY' on each`);
  const without = rows.filter(({ open }) => open).map(({ name }) => name);
  if (without.length > 0)
    throw new Error(
      `there is no policy on ${without.join(', ')}, so that nobody sees their rows; restore the database from a backup`,
    );
  await checkReadable(owner);
  return `forced on all ${rows.length} tables; the application bypasses none, and backups read all`;
}

interface Sealed {
  readonly kind: 'warehouse secrets' | 'webhook secrets' | 'embed keys' | 'provider secrets' | 'knowledge secrets';
  readonly owner: string;
  readonly secret: Buffer;
}

const REMEDIES: Record<Sealed['kind'], string> = {
  'warehouse secrets': 'connect the warehouses and sources again',
  'webhook secrets': 'create the webhooks again',
  'embed keys': 'create the keys of sites again',
  'provider secrets': 'enter the secrets of the tenants’ identity providers again',
  'knowledge secrets': 'enter the tokens of Confluence sites again',
};

/** Whether everything that is stored sealed can be opened with the installation's secret of today. */
export async function secrets({ owner, secret }: Opened): Promise<string> {
  const { rows } = await owner.query<Sealed>(`
    SELECT 'warehouse secrets' AS kind, coalesce(tenant_id::text, 'everybody') AS owner, secrets AS secret
      FROM warehouse_connection WHERE secrets IS NOT NULL
    UNION ALL SELECT 'warehouse secrets', tenant_id::text, secrets FROM copy_source WHERE secrets IS NOT NULL
    UNION ALL SELECT 'webhook secrets', id::text, secret FROM webhook
    UNION ALL SELECT 'embed keys', id::text, secret FROM embed_key WHERE revoked_at IS NULL
    UNION ALL SELECT 'provider secrets', tenant_id::text, secret FROM identity_provider WHERE secret IS NOT NULL
    UNION ALL SELECT 'knowledge secrets', id::text, token FROM knowledge_source WHERE token IS NOT NULL`);
  const lost = rows.filter((row) => unseal(deriveKey(secret, row.kind), row.owner, row.secret) === null);
  const fingerprint = `fingerprint ${fingerprintOf(secret)}`;
  if (lost.length === 0) return `${fingerprint}, opens all ${counted(rows.length, 'stored secret')}`;
  const remedies = [...new Set(lost.map(({ kind }) => REMEDIES[kind]))].join(', ');
  throw new Error(
    `${counted(lost.length, 'stored secret')} of ${rows.length} cannot be opened with the present one (${fingerprint}); set SESSION_SECRET to the former one, or ${remedies}`,
  );
}

/** Background jobs that a running server should have taken long ago. */
export async function jobs({ config, owner }: Opened): Promise<string> {
  const states = await jobStates(owner);
  const sum = (of: 'waiting' | 'running' | 'failed') => states.reduce((total, state) => total + state[of], 0);
  const summary = `${sum('waiting')} due, ${sum('running')} running, ${sum('failed')} failed in 24 hours`;
  if (!(await isServed(config.dataDirectory))) return `${summary}; no server runs with this data directory`;
  const overdue = states.filter((state) => state.overdue > 0).map((state) => `${state.kind}: ${state.overdue}`);
  if (overdue.length === 0) return summary;
  throw new Error(
    `overdue for more than 15 minutes, imports and copies for 6 hours: ${overdue.join(', ')}; look for errors in the server's log, and restart it if it does not go on`,
  );
}

/** Longer than that, a system outside is not merely restarting. */
const MOST_LAG_SECONDS = 900;

/** Whether the systems that are configured store the audit trail, as far as servers have shipped to them. */
export async function auditShipping({ config, database }: Opened): Promise<string> {
  const { syslog, http } = config.auditShipping;
  if (syslog === null && http === null) return 'not set up; see AUDIT_SYSLOG_URL and AUDIT_HTTP_URL';
  const sinks = await database.withGlobal(SYSTEM, listSinks, 'reads');
  const late = sinks.filter(({ lagSeconds, failure }) => failure !== null || (lagSeconds ?? 0) > MOST_LAG_SECONDS);
  if (late.length === 0) return sinks.map(({ name, target }) => `${name} to ${target}`).join(', ') || 'not begun';
  const reasons = late.map(
    ({ name, target, lagSeconds, failure }) =>
      `${name} to ${target} is ${Math.round((lagSeconds ?? 0) / 60)} minutes behind (${failure ?? 'no server ships'})`,
  );
  throw new Error(`${reasons.join('; ')}; check address, certificate and the system itself: nothing is lost meanwhile`);
}

async function isServed(path: string): Promise<boolean> {
  const lock = await lockDirectory(path);
  if (!('heldBy' in lock)) {
    await lock.release();
    return false;
  }
  // This process has it where it started the database itself.
  return lock.heldBy !== process.pid;
}
