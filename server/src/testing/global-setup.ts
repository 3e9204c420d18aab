import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeTemplate, startTestPostgres, type TestPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket on which a test file asks for the run's PostgreSQL. */
    postgresDesk: string;
    /** The socket on which it asks for the template with the sample tenants in it, and where their version files are. */
    sampleDesk: string;
  }
}

/** What the files of a run share, each made when the first one asks for it: a run without a database test pays nothing. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(tmpdir(), 'rise-test-'));
  const opened: { close(): void }[] = [];
  const openDesk = async (answer: () => Promise<object>): Promise<string> => {
    const desk = createServer((socket) => {
      answer().then(
        (told) => socket.end(JSON.stringify(told)),
        (error: Error) => socket.end(JSON.stringify({ failed: error.message })),
      );
      socket.on('error', () => socket.destroy());
    });
    const path = join(directory, randomUUID().slice(0, 8));
    await new Promise<void>((resolve) => desk.listen(path, resolve));
    opened.push(desk);
    return path;
  };

  let running: Promise<TestPostgres> | null = null;
  const postgres = async () => {
    const { superuserUrl, url, ownerUrl } = await (running ??= startTestPostgres(join(directory, 'pg')));
    return { superuserUrl, url, ownerUrl };
  };
  const warehouse = join(directory, 'warehouse');
  const makeSamples = async () => {
    const { loadSampleTenants } = await import('./sample-tenants.ts');
    await mkdir(warehouse);
    await makeTemplate(await postgres(), 'rise_samples', (database) => loadSampleTenants(database, warehouse));
  };
  let samples: Promise<void> | null = null;
  project.provide('postgresDesk', await openDesk(postgres));
  project.provide(
    'sampleDesk',
    await openDesk(async () => {
      await (samples ??= makeSamples());
      return { warehouse };
    }),
  );
  return async () => {
    for (const desk of opened) desk.close();
    await samples?.catch(() => null);
    await (await running?.catch(() => null))?.stop();
    await rm(directory, { recursive: true, force: true });
  };
}
