import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyPluginAsync } from 'fastify';
import type { Logger } from 'pino';
import type { Actor } from '../../kernel/actor.ts';
import type { Binding } from '../../kernel/api/api.ts';
import type { Database } from '../../kernel/database/database.ts';
import type { LimitService } from '../../limits/limits.service.ts';
import type { Metrics } from './metrics.ts';
import type { OutgoingLimits } from './outgoing.ts';

/** What the HTTP server serves, and its limits. */
export interface HttpOptions {
  readonly publicUrl: URL;
  /** Host names that requests may name, besides this machine's own; null: any. */
  readonly hosts: readonly string[] | null;
  /** Trust `X-Forwarded-*`: only behind a proxy that sets them itself. */
  readonly trustProxy: boolean | number | string;
  readonly bindings: readonly Binding[];
  readonly database: Database;
  /**
   * Who sends these headers; null for anonymous. Called for each request, so a withdrawn right takes effect at once.
   * `passive`: the request is not caused by a person, so it does not extend the session's idle time.
   */
  readonly identify: (
    headers: { cookie?: string; authorization?: string },
    options?: { passive: boolean; address?: string },
  ) => Promise<Actor | null>;
  /** Pages that the server renders or redirects itself: sign-in and sign-out. */
  readonly pages: readonly FastifyPluginAsync[];
  /** Origins whose pages may frame what is signed with a key of theirs. */
  readonly frameAncestors: (key: string) => Promise<readonly string[]>;
  /** The embedded identity provider; receives the raw request for each path under its own. */
  readonly provider: { path: string; handle(request: IncomingMessage, response: ServerResponse): void } | null;
  /** Folder of the built portal; null while a development server serves it. */
  readonly portalDirectory: string | null;
  /** Folder of the built demo; null where it is disabled. */
  readonly demoDirectory: string | null;
  /** Address of the demo where it has an origin of its own; absent: `/demo/` of the portal. */
  readonly demoUrl?: URL | null;
  /** True when requests can be served: database and disk take changes, and the samples are loaded. */
  readonly ready: () => Promise<boolean>;
  readonly version: string;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** A tag manager is configured: its scripts and what they report to are allowed besides our own. */
  readonly analytics?: boolean;
  /** Requests per minute for one address; more get RATE_LIMITED. */
  readonly requestsPerMinute: number;
  /** Limits of responses that wait for their readers; `OUTGOING` by default. */
  readonly outgoing?: Partial<OutgoingLimits>;
  /** How often the rights of a stream's reader are checked, in milliseconds. */
  readonly rightsMs?: number;
  /** Rate limits of single routes. */
  readonly limits: LimitService;
}
