import type { ErrorBody, Language } from '@rise/contract';
import type { DemoGroups, DemoStates } from '@rise/contract/demo';
import type { z } from 'zod';
import type { Random } from './generate/random.ts';
import type { Text, Localizable } from './text.ts';

/** Milliseconds before a call returns. */
export const DELAYS = [0, 300, 625, 1000, 1500] as const;
export type Delay = (typeof DELAYS)[number];

type Parsed<C, K extends string> = C extends { [P in K]: infer S extends z.ZodType } ? z.output<S> : undefined;

/** What a handler may need besides the request and the group's state. */
export interface CallContext<R extends GroupName = never> {
  readonly language: Language;
  readonly now: Date;
  /** A new id. */
  id(): string;
  /** A random generator by label; it repeats the same values until the demo data is reset. */
  random(label: string): Random;
  localize(text: Text): string;
  /** States of the other groups listed in `reads`. */
  readonly others: Readonly<Pick<DemoState, R>>;
}

/** A call's validated input. */
export interface CallRequest<C, R extends GroupName = never> extends CallContext<R> {
  readonly query: Parsed<C, 'query'>;
  readonly body: Parsed<C, 'body'>;
  /** Values of the path's placeholders. */
  readonly params: Readonly<Record<string, string>>;
}

/** A response with a status other than 200. */
export class Reply {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** A 400 for a request that matches its schema but can't be executed; it names the field and the remedy. */
export function invalidRequest(id: string, details: readonly { field: string; message: string }[]): Reply {
  const body: ErrorBody = {
    error: {
      code: 'VALIDATION_FAILED',
      message: 'The request is not valid.',
      details: [...details],
      requestId: id,
    },
  };
  return new Reply(400, body);
}

/** The body of a 200 before localization; null where its schema allows it. */
type Result<C> = (C extends { output: infer S extends z.ZodType } ? Localizable<z.input<S>> : never) | Reply;

interface HandlerOptions {
  readonly delay?: Delay;
  /** The call declares neither query nor body, so no schema is loaded for it. */
  readonly withoutInput?: true;
}
type InputDeclaration<C> = C extends { query: z.ZodType } | { body: z.ZodType }
  ? { readonly withoutInput?: never }
  : { readonly withoutInput: true };

/**
 * Handles one call. `read` sees an immutable state and may be async; `write` changes a draft synchronously. If it
 * throws or returns a `Reply`, the state is unchanged.
 */
export type Handler<C, S, R extends GroupName = never> = HandlerOptions &
  InputDeclaration<C> &
  (
    | { readonly read: (state: S, request: CallRequest<C, R>) => Result<C> | Promise<Result<C>> }
    | { readonly write: (draft: S, request: CallRequest<C, R>) => Result<C> }
  );

/** Inputs of a group's initial state. */
export interface Seeding {
  readonly random: Random;
  readonly now: Date;
}

export type GroupName = keyof DemoGroups & keyof DemoStates;
export type StateOf<N extends GroupName> = Localizable<z.output<DemoStates[N]>>;
export type DemoState = { [N in GroupName]: StateOf<N> };

/** Related calls over one part of the state. */
export interface Group<N extends GroupName = GroupName, R extends GroupName = never> {
  readonly name: N;
  /** Groups whose states its handlers receive as `others`. */
  readonly reads?: readonly R[];
  readonly seed: (seeding: Seeding) => StateOf<N>;
  readonly handlers: { readonly [K in keyof DemoGroups[N]]: Handler<DemoGroups[N][K], StateOf<N>, R> };
  /** Inconsistencies that schemas can't find: ids of missing records, wrong sums. */
  readonly findIssues: (state: StateOf<N>) => string[];
}

/** A group without its exact types, for code that handles all groups alike. */
export interface AnyGroup {
  readonly name: GroupName;
  readonly reads?: readonly GroupName[];
  readonly seed: (seeding: Seeding) => unknown;
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly findIssues: (state: never) => string[];
}

/** A group's entry before its code is loaded. */
export interface LazyGroup {
  readonly name: GroupName;
  /** Raised when the stored shape changes: a stored state of another version is replaced by a new initial state. */
  readonly version: number;
  /** Path prefixes of its calls. */
  readonly paths: readonly string[];
  readonly load: () => Promise<AnyGroup>;
}

export type AnyHandler = HandlerOptions &
  (
    | { readonly read: (state: unknown, request: CallRequest<never>) => unknown }
    | { readonly write: (draft: unknown, request: CallRequest<never>) => unknown }
  );
