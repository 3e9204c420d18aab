import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { DriverOptions, ServerSettings } from './server-settings.ts';

/** Connections over HTTP, kept open between queries, whose names are resolved by a look-up of ours, which may refuse them. */
export function guardedAgent({ tls, connections }: ServerSettings, { lookup }: DriverOptions): HttpAgent | HttpsAgent {
  const common = { keepAlive: true, maxSockets: connections, ...(lookup && { lookup }) };
  if (tls === null) return new HttpAgent(common);
  return new HttpsAgent({ ...common, ...(tls.ca !== null && { ca: tls.ca }) });
}
