import { Agent as HttpAgent, type AgentOptions, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions as HttpsAgentOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { DriverOptions, ServerSettings } from './server-settings.ts';

type Connect = HttpAgent['createConnection'];
type Args = Parameters<Connect>;

/**
 * Connects after `lookup` has judged the host. Node resolves names only, so a host that is an address is passed to it
 * here; either way the connection is made to the addresses that it returned.
 */
function connectJudged(lookup: LookupFunction, connect: Connect, [options, done]: Args): ReturnType<Connect> {
  const { host } = options;
  if (typeof host !== 'string' || isIP(host) === 0) return connect(options, done);
  lookup(host, {}, (error) => {
    if (error) {
      done?.(error, undefined as never);
      return;
    }
    try {
      const socket = connect(options, done);
      if (socket) done?.(null, socket);
    } catch (failure) {
      done?.(failure as Error, undefined as never);
    }
  });
  return undefined;
}

/**
 * Hides where a response redirects to: the libraries above would follow it, with credentials, and over a connection of
 * another protocol without this agent.
 */
function forgetRedirects(request: ClientRequest): void {
  request.prependOnceListener('response', (response: IncomingMessage) => {
    delete response.headers.location;
  });
}

interface NodeAgent {
  addRequest(request: ClientRequest, ...rest: unknown[]): void;
}
const { addRequest } = HttpAgent.prototype as unknown as NodeAgent;

/**
 * HTTP connections of which a look-up judges each, to names and to addresses; it is the system's where undefined.
 * Redirects are not followed.
 */
export class GuardedHttpAgent extends HttpAgent {
  readonly #lookup: LookupFunction | undefined;
  constructor({ lookup, ...options }: AgentOptions & { lookup: LookupFunction | undefined }) {
    super({ ...options, ...(lookup && { lookup }) });
    this.#lookup = lookup;
  }
  override createConnection(...args: Args): ReturnType<Connect> {
    const connect: Connect = (...same) => super.createConnection(...same);
    return this.#lookup ? connectJudged(this.#lookup, connect, args) : connect(...args);
  }
  addRequest(request: ClientRequest, ...rest: unknown[]): void {
    forgetRedirects(request);
    addRequest.call(this, request, ...rest);
  }
}

/** The same over TLS. */
export class GuardedHttpsAgent extends HttpsAgent {
  readonly #lookup: LookupFunction | undefined;
  constructor({ lookup, ...options }: HttpsAgentOptions & { lookup: LookupFunction | undefined }) {
    super({ ...options, ...(lookup && { lookup }) });
    this.#lookup = lookup;
  }
  override createConnection(...args: Args): ReturnType<Connect> {
    const connect = ((...same: Args) => super.createConnection(...same)) as Connect;
    return this.#lookup ? connectJudged(this.#lookup, connect, args) : connect(...args);
  }
  addRequest(request: ClientRequest, ...rest: unknown[]): void {
    forgetRedirects(request);
    addRequest.call(this, request, ...rest);
  }
}

/** Keep-alive connections to a warehouse. */
export function guardedAgent({ tls, connections }: ServerSettings, { lookup }: DriverOptions): HttpAgent | HttpsAgent {
  const common = { keepAlive: true, maxSockets: connections, lookup };
  if (tls === null) return new GuardedHttpAgent(common);
  return new GuardedHttpsAgent({ ...common, ...(tls.ca !== null && { ca: tls.ca }) });
}
