import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { LoadedVersion } from '@rise/engine';
import type { TestProject } from 'vitest/node';
import { startOnce, type StartedData } from './data-directory.ts';
import { makeTemplate, startTestPostgres, type TestPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The socket through which test files request the run's PostgreSQL. */
    postgresSocket: string;
    /**
     * The socket through which they request the template with the sample tenants, and the location of its version
     * files.
     */
    samplesSocket: string;
    /** The socket through which they request the loaded call report. */
    callReportSocket: string;
    /** The socket through which they request the data directory of a server that has started once and stopped. */
    dataSocket: string;
  }
}

const run = promisify(execFile);
const PREPARE = fileURLToPath(new URL('../../launch/prepare.mjs', import.meta.url));

/** Resources shared by the test files of a run, created on first use: a run without a database test needs none. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await run(process.execPath, [PREPARE, 'server']);
  const directory = await mkdtemp(join(tmpdir(), 'rise-test-'));
  const opened: { close(): void }[] = [];
  const serveOnSocket = async (answer: () => Promise<object>): Promise<string> => {
    const socketServer = createServer((socket) => {
      answer().then(
        (result) => socket.end(JSON.stringify(result)),
        (error: Error) => socket.end(JSON.stringify({ failed: error.message })),
      );
      socket.on('error', () => socket.destroy());
    });
    const path = join(directory, randomUUID().slice(0, 8));
    await new Promise<void>((resolve) => socketServer.listen(path, resolve));
    opened.push(socketServer);
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
  project.provide('postgresSocket', await serveOnSocket(postgres));
  project.provide(
    'samplesSocket',
    await serveOnSocket(async () => {
      await (samples ??= makeSamples());
      return { warehouse };
    }),
  );
  const callReport = join(directory, 'call-report');
  let loaded: Promise<LoadedVersion> | null = null;
  const load = async () => {
    const { loadCallReport } = await import('./call-report.ts');
    await mkdir(callReport);
    return loadCallReport(callReport);
  };
  project.provide('callReportSocket', await serveOnSocket(() => (loaded ??= load())));
  const data = join(directory, 'data');
  let started: Promise<StartedData> | null = null;
  project.provide('dataSocket', await serveOnSocket(() => (started ??= startOnce(data))));
  return async () => {
    for (const socketServer of opened) socketServer.close();
    await Promise.allSettled([samples, loaded, started]);
    await (await running?.catch(() => null))?.stop();
    await rm(directory, { recursive: true, force: true });
  };
}
