import { setTimeout as wait } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { DatabaseUnavailable } from '../errors/database-unavailable.ts';

const ASK_AGAIN_MS = 300;
/** A machine that vanishes without a word holds its leases for about a minute. */
const KEEP_ALIVE = `SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3`;

/** Something that one server at a time does, or that says which servers live: a lock of a session of its own. */
export interface Lease {
  /** Aborts when the connection is lost, and with it the lease: another server may hold it from then on. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

export interface LeaseRequest {
  readonly name: string;
  /** Several may hold it at once. */
  readonly shared?: boolean;
  /** Waits for the one who holds it; aborting ends that. Absent: does not wait. */
  readonly waiting?: AbortSignal;
}

/** The lease, which ends with the process; null where another holds it. Throws `DatabaseUnavailable`. */
export async function takeLease(config: ClientConfig, { name, shared, waiting }: LeaseRequest): Promise<Lease | null> {
  const client = new Client({ ...config, keepAlive: true });
  const lost = new AbortController();
  const onLost = () => lost.abort(new DatabaseUnavailable(new Error(`the lease '${name}' was lost`)));
  client.on('error', onLost);
  client.on('end', onLost);
  const lock = `SELECT pg_try_advisory_lock${shared ? '_shared' : ''}(hashtextextended('rise.lease ' || $1, 0)) AS taken`;
  try {
    await client.connect();
    await client.query(KEEP_ALIVE);
    const take = async () => (await client.query<{ taken: boolean }>(lock, [name])).rows[0]!.taken;
    while (!(await take())) {
      if (!waiting) {
        await client.end();
        return null;
      }
      await wait(ASK_AGAIN_MS, undefined, { signal: waiting });
    }
  } catch (error) {
    await client.end().catch(() => {});
    waiting?.throwIfAborted();
    throw new DatabaseUnavailable(error);
  }
  return {
    lost: lost.signal,
    async release() {
      client.off('end', onLost);
      await client.end().catch(() => {});
    },
  };
}
