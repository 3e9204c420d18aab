import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startTestPostgres, type TestPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket on which a test file asks for the run's PostgreSQL. */
    postgresDesk: string;
  }
}

/** One PostgreSQL for the whole run, started when the first test file asks for it: a run without a database test pays nothing. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'rise-test-'));
  let running: Promise<TestPostgres> | null = null;
  const desk = createServer((socket) => {
    running ??= startTestPostgres(join(directory, 'pg'));
    running.then(
      ({ superuserUrl, url, ownerUrl }) => socket.end(JSON.stringify({ superuserUrl, url, ownerUrl })),
      (error: Error) => socket.end(JSON.stringify({ failed: error.message })),
    );
    socket.on('error', () => socket.destroy());
  });
  const path = join(directory, randomUUID().slice(0, 8));
  await new Promise<void>((resolve) => desk.listen(path, resolve));
  project.provide('postgresDesk', path);
  return async () => {
    desk.close();
    await (await running?.catch(() => null))?.stop();
    await rm(directory, { recursive: true, force: true });
  };
}
