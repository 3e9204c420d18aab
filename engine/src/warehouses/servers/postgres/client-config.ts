import { isIP, Socket } from 'node:net';
import type { LookupFunction } from 'node:net';
import type { ClientConfig } from 'pg';
import { networkIssue, noSuchServer } from '../connection-issue.ts';
import type { SettingsIssue } from '../server-driver.ts';
import type { DriverOptions, PostgresSettings } from '../server-settings.ts';

/** A socket whose host our own look-up judges, whether it is a name or an address. */
class GuardedSocket extends Socket {
  readonly #lookup: LookupFunction;
  constructor(lookup: LookupFunction) {
    super();
    this.#lookup = lookup;
  }
  override connect(...place: unknown[]): this {
    const [port, host] = place as [number, string];
    if (isIP(host) === 0) return super.connect({ port, host, lookup: this.#lookup });
    // Node resolves names only.
    this.#lookup(host, {}, (error) => {
      if (error) this.destroy(error);
      else super.connect({ port, host });
    });
    return this;
  }
}

/** How a user signs in. */
export function clientConfig(settings: PostgresSettings, { lookup, deadlineMs }: DriverOptions): ClientConfig {
  const { host, port, database, user, password, tls } = settings;
  return {
    host,
    port,
    database,
    user,
    password,
    ssl: tls !== null && { rejectUnauthorized: true, ...(tls.ca !== null && { ca: tls.ca }) },
    connectionTimeoutMillis: deadlineMs,
    application_name: 'rise',
    ...(lookup && { stream: () => new GuardedSocket(lookup) }),
  };
}

/** The setting that PostgreSQL objects to; null if the error has another cause. */
function settingsIssue({ code }: { code?: string }, settings: PostgresSettings): SettingsIssue | null {
  const { user, database } = settings;
  switch (code) {
    case '28P01':
      return { field: 'password', message: `The warehouse does not take this password of '${user}'. Set it again.` };
    case '28000':
      return {
        field: 'user',
        message: `The warehouse does not let '${user}' in from here. Check the name, its right to log in, and pg_hba.conf.`,
      };
    case '3D000':
      return { field: 'database', message: `The warehouse has no database '${database}'. Check its name.` };
    case '42501':
      return {
        field: 'user',
        message: `'${user}' has no rights in the database '${database}'. Grant CONNECT, USAGE and SELECT.`,
      };
    default:
      return null;
  }
}

const noTls = ({ host, port }: PostgresSettings): SettingsIssue => ({
  field: 'tls',
  message: `The server at ${host}, port ${port} offers no TLS (SSL). Turn it on there, or set tls to off.`,
});

/** The setting that kept a connection from being made. */
export function connectionIssue(error: unknown, settings: PostgresSettings): SettingsIssue {
  const issue = networkIssue(error, settings) ?? settingsIssue(error as { code?: string }, settings);
  if (issue) return issue;
  // The rest are the driver's own errors: no TLS on the server, a timeout, or a server that is not PostgreSQL.
  const isWithoutTls = /does not support SSL/i.test((error as Error).message);
  return isWithoutTls ? noTls(settings) : noSuchServer('PostgreSQL', settings);
}
