import { cpSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { requestFromRun } from './request-from-run.ts';
import { freePort, runProgram, SERVER, type Program } from './program.ts';

/** A data directory that a server has started with, and the port it used, which is part of its addresses. */
export interface StartedData {
  data: string;
  port: number;
}

/** Starts a server with an empty data directory, and stops it once it is ready. */
export async function startOnce(data: string): Promise<StartedData> {
  const port = await freePort();
  const server = runProgram(SERVER, { env: { RISE_DATA: data, PORT: String(port) } });
  await server.waitForOutput('Rise is ready');
  server.child.kill('SIGINT');
  await server.ended;
  return { data, port };
}

/**
 * Fills a data directory as a first start does, and returns its port. The run's only first start is copied, since it
 * takes seconds.
 */
export async function copyStartedData(data: string): Promise<number> {
  const started = await requestFromRun<StartedData>('dataSocket');
  // Some thousand files: not synchronously, this takes three times as much processor time.
  cpSync(started.data, data, { recursive: true, preserveTimestamps: true });
  return started.port;
}

/**
 * Kills a server and removes the folder of its data. The processes of its PostgreSQL end by themselves once it is dead,
 * and write to the folder until then, so that removing it is repeated.
 */
export async function killAndRemove(server: Program | undefined, folder: string): Promise<void> {
  server?.child.kill('SIGKILL');
  await server?.ended;
  await rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
}
