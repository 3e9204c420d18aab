import { randomUUID } from 'node:crypto';
import type { Database } from '../kernel/database/database.ts';
import type { Lease } from '../kernel/database/lease.ts';
import { processStart } from '../host/data-directory/process-identity.ts';

let identity: string | null = null;

/** Identifies this process among all that work on the same data, on any machine, now and after restarts. */
export function thisProcess(): string {
  return (identity ??= `${process.pid} ${processStart(process.pid) ?? ''} ${randomUUID()}`);
}

const leaseOf = (process: string) => `process ${process}`;

/** Shows other servers that this process lives, until it is released or the process ends. */
export async function showAlive(database: Database): Promise<Lease> {
  return (await database.takeLease({ name: leaseOf(thisProcess()), shared: true }))!;
}

/** Whether the process that an identity names still runs, here or on another machine. */
export async function isAlive(database: Database, other: string | null): Promise<boolean> {
  if (other === null) return false;
  const [pid = '', start = ''] = other.split(' ');
  return processStart(Number(pid)) === start || database.isLeased(leaseOf(other));
}

/** Which of these belong to processes that no longer run. */
export async function orphansOf<Work extends { process: string | null }>(
  database: Database,
  all: readonly Work[],
): Promise<Work[]> {
  const alive = await Promise.all(all.map(({ process }) => isAlive(database, process)));
  return all.filter((_, index) => !alive[index]);
}
