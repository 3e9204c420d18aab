import type { DemoCallKey, DemoGroups } from '@rise/contract/demo';
import type { z } from 'zod';
import type { GroupName } from '../group.ts';

type Calls = { [N in GroupName]: DemoGroups[N] }[GroupName];
type KeyOf<C> = C extends unknown ? keyof C : never;
export type AnyKey = KeyOf<Calls> & DemoCallKey;
type CallOf<K> = Calls extends infer C ? (C extends unknown ? (K extends keyof C ? C[K] : never) : never) : never;

type CallInput<C> = (C extends { query: infer S extends z.ZodType } ? { query?: z.input<S> } : unknown) &
  (C extends { body: infer S extends z.ZodType } ? { body: z.input<S> } : unknown) & {
    params?: Record<string, string>;
    language?: 'en' | 'tr';
  };
type InputArguments<A> = Record<string, never> extends A ? [input?: A] : [input: A];

/** Calls the simulation as a page would: over `fetch`, in one language, with the parsed response. */
export interface Api {
  /** The body of a 200; anything else fails the test. */
  call<K extends AnyKey>(
    key: K,
    ...input: InputArguments<CallInput<CallOf<K>>>
  ): Promise<z.output<CallOf<K>['output']>>;
  /** Status and body of any response; the request may violate its schema. */
  request(
    key: AnyKey,
    input?: { query?: object; body?: unknown; params?: Record<string, string> },
  ): Promise<{
    status: number;
    body: unknown;
  }>;
  /** The simulation's fixed time. */
  readonly now: Date;
}

/** Tests of a group's calls, each named after the behavior it checks; each runs against a new simulation. */
export type Cases<N extends GroupName> = {
  readonly [K in keyof DemoGroups[N]]: Readonly<Record<string, (api: Api) => Promise<void>>>;
};
