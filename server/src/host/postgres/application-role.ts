import { Client } from 'pg';
import { withStartUpOption } from '../../kernel/database/start-up-option.ts';
import { OperatorError } from '../../kernel/errors/operator-error.ts';

const ROLE = 'rise_app';
const OLDEST = 150_000;
/** A database that has just started, beside others on a busy machine, takes its time. */
const CONNECT_MS = 30_000;

/**
 * Ensures that the application's sessions run as the role `rise_app`, which owns nothing and bypasses nothing,
 * regardless of the role in DATABASE_URL. Three setups work:
 * - DATABASE_URL signs in as `rise_app` itself, DATABASE_OWNER_URL as the owner: the safest, since the application
 *   then never has more rights than it uses;
 * - DATABASE_URL signs in as a role that may become `rise_app`;
 * - one role for everything: it creates `rise_app` where it may, and each session becomes `rise_app` as it starts.
 * The role is part of the start-up packet, so a session cannot exist without it, and RESET ROLE returns to it.
 * Returns how to connect. Throws an `OperatorError` with the remedy where none of these applies.
 */
export async function prepareApplicationRole(database: {
  url: string;
  ownerUrl: string;
}): Promise<{ connectionString: string }> {
  const owner = await connect(database.ownerUrl, 'the database owner');
  const connectionString = withStartUpOption(database.url, `-c role=${ROLE}`);
  try {
    await checkVersion(owner);
    await ensureRole(owner);
    await ensureMembership(owner, database.url, connectionString);
    await checkSession(connectionString, await nameOf(owner));
  } finally {
    await owner.end();
  }
  return { connectionString };
}

async function connect(url: string, as: string): Promise<Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    const { code, message } = error as NodeJS.ErrnoException;
    throw new OperatorError(
      `the database at ${address(client)} cannot be reached as ${as} (${message || code}); check DATABASE_URL and that PostgreSQL runs`,
      { cause: error },
    );
  }
}

function address(client: Client): string {
  return `${client.host}:${client.port}/${client.database ?? ''}`;
}

async function checkVersion(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ number: number; name: string }>(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS name`,
  );
  if (rows[0]!.number >= OLDEST) return;
  throw new OperatorError(`the database is PostgreSQL ${rows[0]!.name}; use PostgreSQL 15 or newer`);
}

async function ensureRole(owner: Client): Promise<void> {
  const { rowCount } = await owner.query('SELECT FROM pg_roles WHERE rolname = $1', [ROLE]);
  if (rowCount !== 0) return;
  try {
    await owner.query(`CREATE ROLE ${ROLE} NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEROLE NOCREATEDB`);
  } catch (error) {
    throw new OperatorError(
      `the role ${ROLE} is missing and the database owner may not create it; run 'CREATE ROLE ${ROLE} NOSUPERUSER NOBYPASSRLS; GRANT ${ROLE} TO ${await nameOf(owner)};' as an administrator`,
      { cause: error },
    );
  }
}

async function ensureMembership(owner: Client, url: string, connectionString: string): Promise<void> {
  if (await connects(connectionString)) return;
  const application = await connect(url, 'the application');
  const name = await nameOf(application);
  await application.end();
  try {
    await owner.query(`GRANT ${ROLE} TO ${owner.escapeIdentifier(name)}`);
    if (await connects(connectionString)) return;
  } catch (error) {
    throw cannotBecome(name, error);
  }
  throw cannotBecome(name);
}

function cannotBecome(name: string, cause?: unknown): OperatorError {
  return new OperatorError(
    `the role ${name} of DATABASE_URL cannot become ${ROLE}; run 'GRANT ${ROLE} TO ${name};' as an administrator`,
    { cause },
  );
}

async function connects(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString, connectionTimeoutMillis: CONNECT_MS });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function checkSession(connectionString: string, owner: string): Promise<void> {
  const client = await connect(connectionString, 'the application');
  try {
    const { rows } = await client.query<{ name: string; unbound: boolean; member: boolean; owns: boolean }>(
      `SELECT current_user AS name, rolsuper OR rolbypassrls AS unbound,
              pg_has_role(current_user, $1, 'MEMBER') AS member,
              EXISTS (SELECT FROM pg_class WHERE relowner = r.oid) AS owns
         FROM pg_roles r WHERE rolname = current_user`,
      [owner],
    );
    const session = rows[0]!;
    if (session.name === ROLE && !session.unbound && !session.member && !session.owns) return;
    const issue =
      session.name !== ROLE
        ? `runs as ${session.name}; let DATABASE_URL connect to PostgreSQL without a pooler that drops the start-up option 'role'`
        : session.unbound
          ? `bypasses row-level security; run 'ALTER ROLE ${ROLE} NOSUPERUSER NOBYPASSRLS;' as an administrator`
          : `has the rights of an owner; set DATABASE_OWNER_URL to another role than ${ROLE}, which owns the database and its tables`;
    throw new OperatorError(`the application's database session ${issue}`);
  } finally {
    await client.end();
  }
}

async function nameOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('SELECT current_user AS name');
  return rows[0]!.name;
}
