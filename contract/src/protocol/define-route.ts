import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Permission } from './permissions.ts';

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call a route.
 * - `public`: anyone, signed in or not.
 * - `signed-in`: any signed-in user, regardless of permissions.
 * - a permission: a signed-in user who holds it. Others get the same 404 as for a path that does not exist.
 */
export type Access = 'public' | 'signed-in' | Permission;

/**
 * Whose data a route accesses.
 * - `none`: no tenant's, or only the caller's own account.
 * - `tenant`: the session's tenant; without one the route fails with TENANT_REQUIRED.
 * - `global`: data above the tenants.
 */
export type TenantScope = 'none' | 'tenant' | 'global';

/** What the audit trail records: every call, or only denied ones. */
export interface Audit {
  readonly action: `${string}.${string}`;
  readonly when: 'always' | 'denied';
}

/**
 * The largest body in bytes that a route accepts unless it declares another: reading and validating it takes the server a
 * few milliseconds, in which it does nothing else.
 */
export const BODY_BYTES = 64 * 1024;
/** The largest body with a model, a mapping's codes or a conversation. */
export const DOCUMENT_BYTES = 1024 * 1024;

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
   * The response is streamed. `ndjson`: newline-delimited JSON, one value of `output` per line. `sse`:
   * endless server-sent events, each with a value of `output` as its data and that value's `id` as its id.
   * `rows`: a table in the requested format, row by row; `output` is one record of its NDJSON.
   */
  readonly stream?: 'ndjson' | 'sse' | 'rows';
  /**
   * The body is a file's bytes, which the handler reads as they arrive, and the response is a status with headers:
   * requests of tus 1.0. `output` is null.
   */
  readonly transfer?: 'tus';
  /**
   * Clients whose Accept begins with `text/event-stream` get these server-sent events instead, each as soon as it is
   * there; others get `output` once it is complete.
   */
  readonly events?: z.ZodType;
  /** Clients that accept `application/vnd.apache.arrow.stream` get the rows as Arrow. */
  readonly arrow?: true;
  /** A GET with side effects, as specified: protected against cross-site requests like a POST. */
  readonly mutates?: true;
  /** A POST that changes nothing, such as a query: a token needs no more than for reading. */
  readonly readOnly?: true;
  /**
   * It works while the installation is read-only, although it writes: what belongs to signing in and out, and to files
   * of what one reads.
   */
  readonly inReadOnly?: true;
  /** A rate limit per client address that replaces the general one; operators configure its value. */
  readonly limit?: 'contact' | 'export-link';
  /** The largest body in bytes, where documents or lists are sent; `BODY_BYTES` otherwise. */
  readonly bodyBytes?: number;
  /** Error codes this route may return beyond those that every route may. */
  readonly errors: readonly ErrorCode[];
}

/** Declares one route. Permission, tenant scope and audit action are required. */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}

/** `'GET /api/v1/reports/:id'`: method and path, the key under which a route is bound and called. */
export type RouteKey = `${Method} /${string}`;
export type RouteTable = Readonly<Record<RouteKey, Route>>;
