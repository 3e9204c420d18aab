import type { ErrorBody, Language } from '@rise/contract';
import type { DemoGroups, DemoStates } from '@rise/contract/demo';
import type { z } from 'zod';
import type { Random } from './generate/random.ts';
import type { Text, Untold } from './text.ts';

/** Milliseconds that a call takes before it is answered. */
export const DELAYS = [0, 300, 625, 1000, 1500] as const;
export type Delay = (typeof DELAYS)[number];

type Parsed<C, K extends string> = C extends { [P in K]: infer S extends z.ZodType } ? z.output<S> : undefined;

/** What an answer may need beside the request and the group's own state. */
export interface Circumstances<R extends GroupName = never> {
  readonly language: Language;
  readonly now: Date;
  /** A new id. */
  id(): string;
  /** Chance that says the same for the same label, as long as nobody resets the suite. */
  random(label: string): Random;
  tell(text: Text): string;
  /** The state of the groups that this one reads beside its own. */
  readonly others: Readonly<Pick<DemoState, R>>;
}

/** What a call was asked with, checked by its schemas. */
export interface Asked<C, R extends GroupName = never> extends Circumstances<R> {
  readonly query: Parsed<C, 'query'>;
  readonly body: Parsed<C, 'body'>;
  /** Values of the path's placeholders. */
  readonly params: Readonly<Record<string, string>>;
}

/** An answer with a status of its own, in place of a 200. */
export class Reply {
  readonly status: number;
  readonly body: unknown;
  constructor(status: number, body: unknown) {
    this.status = status;
    this.body = body;
  }
}

/** A request that fits its schema and yet can't be done: 400, naming the field and the remedy. */
export function refusal(id: string, details: readonly { field: string; message: string }[]): Reply {
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

/** A 200's body before it is told in a language; null where its schema allows it. */
type Answer<C> = (C extends { output: infer S extends z.ZodType } ? Untold<z.input<S>> : never) | Reply;

interface Manner {
  readonly delay?: Delay;
  /** Texts are answered in both languages, not in the asker's. */
  readonly inBothLanguages?: true;
  /** The call declares neither query nor body: there is nothing to check, and no schema to load for it. */
  readonly takesNothing?: true;
}
type Taking<C> = C extends { query: z.ZodType } | { body: z.ZodType }
  ? { readonly takesNothing?: never }
  : { readonly takesNothing: true };

/**
 * Answers one call. `read` looks at a state that nobody changes meanwhile; `write` changes a draft of it at once,
 * and where it throws or answers a `Reply`, nothing has changed.
 */
export type Handler<C, S, R extends GroupName = never> = Manner &
  Taking<C> &
  (
    | { readonly read: (state: S, asked: Asked<C, R>) => Answer<C> | Promise<Answer<C>> }
    | { readonly write: (draft: S, asked: Asked<C, R>) => Answer<C> }
  );

/** What a group makes its first state of. */
export interface Seeding {
  readonly random: Random;
  readonly now: Date;
}

export type GroupName = keyof DemoGroups & keyof DemoStates;
export type StateOf<N extends GroupName> = Untold<z.output<DemoStates[N]>>;
export type DemoState = { [N in GroupName]: StateOf<N> };

/** Calls that belong together, over one part of the state. */
export interface Group<N extends GroupName = GroupName, R extends GroupName = never> {
  readonly name: N;
  /** Groups whose state its handlers are shown as `others`. */
  readonly reads?: readonly R[];
  readonly seed: (seeding: Seeding) => StateOf<N>;
  readonly handlers: { readonly [K in keyof DemoGroups[N]]: Handler<DemoGroups[N][K], StateOf<N>, R> };
  /** What does not hold in a state though each record has its shape: ids that name nothing, sums that are wrong. */
  readonly problems: (state: StateOf<N>) => string[];
}

/** A group of which only the outside matters. */
export interface AnyGroup {
  readonly name: GroupName;
  readonly reads?: readonly GroupName[];
  readonly seed: (seeding: Seeding) => unknown;
  readonly handlers: Readonly<Record<string, AnyHandler>>;
  readonly problems: (state: never) => string[];
}

/** A group as it is known before its code is loaded. */
export interface LazyGroup {
  readonly name: GroupName;
  /** Raised when the stored shape changes: a state of another version is replaced by a new one. */
  readonly version: number;
  /** Where its calls lie, and all that lies below. */
  readonly paths: readonly string[];
  readonly load: () => Promise<AnyGroup>;
}

export type AnyHandler = Manner &
  (
    | { readonly read: (state: unknown, asked: Asked<never>) => unknown }
    | { readonly write: (draft: unknown, asked: Asked<never>) => unknown }
  );
