import { processStart } from '../host/data-directory/process-identity.ts';

let identity: string | null = null;

/** Identifies this process among all that work on the same data, now and after restarts. */
export function thisProcess(): string {
  return (identity ??= `${process.pid} ${processStart(process.pid) ?? ''}`);
}

/** Whether the process that an identity names still runs on this machine. */
export function isAlive(other: string | null): boolean {
  if (other === null) return false;
  const [pid = '', ...start] = other.split(' ');
  return processStart(Number(pid)) === start.join(' ');
}
