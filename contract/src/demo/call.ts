import type { z } from 'zod';
import type { Method } from '../define-route.ts';

/**
 * A call of the demo suite. No server answers it but a simulation inside the browser, so it has neither permission
 * nor tenant. Whatever does not fit `query` or `body` is answered 400 with an `ErrorBody`, as the server would.
 */
export interface DemoCall {
  readonly summary: string;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The body of a 200. */
  readonly output: z.ZodType;
  /** The bodies of the other statuses that it answers. */
  readonly otherwise?: Readonly<Record<number, z.ZodType>>;
}

/** Method and path, as the server's routes are named. */
export type DemoCallKey = `${Method} /api/${string}`;
export type DemoCallTable = Readonly<Record<DemoCallKey, DemoCall>>;
