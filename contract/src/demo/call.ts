import type { z } from 'zod';
import type { Method } from '../protocol/define-route.ts';

/**
 * A call of the demo's API. It is answered not by a server but by a simulation inside the browser, so it has neither
 * permission nor tenant. Input that does not fit `query` or `body` gets a 400 with an `ErrorBody`, as from the server.
 */
export interface DemoCall {
  readonly summary: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The body of a 200. */
  readonly output: z.ZodType;
  /** The bodies of its other statuses. */
  readonly otherwise?: Readonly<Record<number, z.ZodType>>;
}

/** Method and path, as for the server's routes. */
export type DemoCallKey = `${Method} /api/${string}`;
export type DemoCallTable = Readonly<Record<DemoCallKey, DemoCall>>;
