import type { TenantActor } from '../kernel/actor.ts';
import type { TokenUse, Written } from './completion-stream.ts';
import { MAX_TOKENS } from './language-model.ts';
import { estimateTokens, NO_TOKENS, type TokenBudget } from './token-budget.service.ts';

/** Tokens of an answer that the server did not count, complete or not. */
export const usedFor = (sent: string, written: string): TokenUse => ({
  input: estimateTokens(sent, 'used'),
  output: estimateTokens(written, 'used'),
});

const sum = (one: TokenUse, other: TokenUse): TokenUse => ({
  input: one.input + other.input,
  output: one.output + other.output,
});

/**
 * What a turn of several requests takes of the tenant's budget: reserved before each request, and settled after it. A
 * server that dies in between leaves the last reservation counted.
 */
export class TurnMeter {
  readonly #budget: TokenBudget;
  readonly #actor: TenantActor;
  readonly #useId: string;
  #total: TokenUse = NO_TOKENS;
  /** Of a request that has not been answered. */
  #open: string | null = null;
  #isUsedUp = false;

  constructor({ budget, actor, useId }: { budget: TokenBudget; actor: TenantActor; useId: string }) {
    this.#budget = budget;
    this.#actor = actor;
    this.#useId = useId;
  }

  /** Whether a request was not sent because the tenant's limit leaves no more. */
  get isUsedUp(): boolean {
    return this.#isUsedUp;
  }

  readonly mayAsk = async (sent: string): Promise<boolean> => {
    const next = { input: estimateTokens(sent, 'reserved'), output: MAX_TOKENS };
    const may = await this.#budget.reserve(this.#actor, this.#useId, sum(this.#total, next), this.#total);
    this.#isUsedUp = !may;
    this.#open = may ? sent : null;
    return may;
  };

  readonly used = async (sent: string, { content, calls, tokens }: Written): Promise<void> => {
    this.#open = null;
    this.#total = sum(this.#total, tokens ?? usedFor(sent, content + JSON.stringify(calls)));
    await this.#budget.settle(this.#actor, this.#useId, this.#total);
  };

  /** Settles what a failed turn took. `isFree`: the server refused the open request, so that it counts nothing. */
  async fail(isFree: boolean): Promise<void> {
    if (this.#open === null) return;
    const open = isFree ? NO_TOKENS : usedFor(this.#open, '');
    this.#open = null;
    await this.#budget.settle(this.#actor, this.#useId, sum(this.#total, open));
  }
}
