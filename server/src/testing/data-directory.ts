import { cpSync } from 'node:fs';
import { requestFromRun } from './request-from-run.ts';
import { freePort, runProgram, SERVER } from './program.ts';

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
