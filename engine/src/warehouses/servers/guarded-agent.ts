import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { DriverOptions, ServerSettings } from './server-settings.ts';

/** Keep-alive HTTP connections whose host names are resolved by our own look-up, which can refuse them. */
export function guardedAgent({ tls, connections }: ServerSettings, { lookup }: DriverOptions): HttpAgent | HttpsAgent {
  const common = { keepAlive: true, maxSockets: connections, ...(lookup && { lookup }) };
  if (tls === null) return new HttpAgent(common);
  return new HttpsAgent({ ...common, ...(tls.ca !== null && { ca: tls.ca }) });
}
