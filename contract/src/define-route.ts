import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Whom a route is for.
 * - `public`: anybody, signed in or not.
 * - `signed-in`: any signed-in person, whatever they may do.
 * - a permission: signed in, and holding it. Who does not gets the same 404 as for a path that does not exist.
 */
export type Access = 'public' | 'signed-in' | Permission;

/**
 * Whose data a route touches.
 * - `none`: nobody's, or only the caller's own account.
 * - `tenant`: the session's tenant; without one the answer is TENANT_REQUIRED.
 * - `global`: data above the tenants.
 */
export type TenantScope = 'none' | 'tenant' | 'global';

/** What the audit trail keeps of a route: each use, or only refusals. */
export interface Audit {
  readonly action: `${string}.${string}`;
  readonly when: 'always' | 'denied';
}

export interface RouteInput {
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
}

export interface Route {
  readonly summary: string;
  readonly permission: Access;
  readonly tenant: TenantScope;
  readonly audit: Audit;
  readonly input: RouteInput;
  /** The body of a 200, or of each line or event where `stream` is set. */
  readonly output: z.ZodType;
  /**
   * The answer is sent as it comes to be. `ndjson`: newline-delimited JSON, a value of `output` a line. `sse`:
   * server-sent events without an end, each with a value of `output` as its data and that value's `id` as its id.
   * `rows`: a table in the format that the request names, row after row; `output` is a record of its NDJSON.
   */
  readonly stream?: 'ndjson' | 'sse' | 'rows';
  /** A GET that changes something, where the path's owner wants it so: guarded against other sites like a POST. */
  readonly mutates?: true;
  /** A limit of its own for one address, in place of the one on all requests; operators set how much it is. */
  readonly limit?: 'contact';
  /** Error codes that this route may answer beyond those that every route may. */
  readonly errors: readonly ErrorCode[];
}

/** Declares one route. It can't be written without saying who may use it, whose data it touches and what is audited. */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}

/** `'GET /api/v1/reports/:id'`: method and path in one string, the name under which a route is bound and called. */
export type RouteKey = `${Method} /${string}`;
export type RouteTable = Readonly<Record<RouteKey, Route>>;
