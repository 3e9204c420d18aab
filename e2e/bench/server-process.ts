import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type Caller, callerOf } from './portal.ts';
import { ROOT } from './project.ts';

/** A server that the portal is compared with. */
export interface MeasuredServer {
  caller: Caller;
  stop(): Promise<void>;
}

/** Starts a server in a process of its own, with Node's arguments; it prints its port. */
export async function startServer(
  args: readonly string[],
  { connections, cwd = ROOT }: { connections: number; cwd?: string },
): Promise<MeasuredServer> {
  const child = spawn(process.execPath, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, UV_THREADPOOL_SIZE: '16' },
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    caller: callerOf(`http://127.0.0.1:${port.toString().trim()}`, null, connections),
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
