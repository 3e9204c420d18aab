import type { TenantActor } from '../kernel/actor.ts';
import type { Database } from '../kernel/database/database.ts';
import type { TokenUse } from './completion-stream.ts';
import * as sql from './assistant-use.sql.ts';
import { MAX_TOKENS } from './language-model.ts';
import { ownerOf } from './assistant.policy.ts';

/** In US dollars for a million tokens. */
export interface TokenPrices {
  readonly input: number;
  readonly output: number;
}

/** What a tenant may use of the language model in a month, counted in the database over all servers. */
export class TokenBudget {
  readonly #database: Database;
  readonly #prices: TokenPrices;

  constructor({ database, prices }: { database: Database; prices: TokenPrices }) {
    this.#database = database;
    this.#prices = prices;
  }

  /** Counts a question, which has not used the model yet. Returns the id under which its use is counted. */
  begin(actor: TenantActor): Promise<string> {
    return this.#database.withTenant(actor, (tx) => sql.insertUse(tx, ownerOf(actor)));
  }

  /**
   * Reserves the most that an answer may take; false where the tenant's limit leaves less. What was reserved counts until
   * it is settled, also where the server dies before. `held`: what was settled for the same answer so far, which `most`
   * contains.
   */
  reserve(actor: TenantActor, id: string, most: TokenUse, held: TokenUse = NO_TOKENS): Promise<boolean> {
    return this.#database.withTenant(actor, async (tx) => {
      const { limits, tokens, costMicros } = await sql.lockMonth(tx);
      const all = this.#microsOf(most);
      const more = most.input + most.output - held.input - held.output;
      const isWithin =
        (limits.assistantTokens === null || tokens + more <= limits.assistantTokens) &&
        (limits.assistantCost === null || costMicros + all - this.#microsOf(held) <= limits.assistantCost * MICROS);
      if (isWithin) await sql.updateUse(tx, id, most, all);
      return isWithin;
    });
  }

  /** Whether the tenant's limit leaves less than the shortest answer may take. */
  isUsedUp(actor: TenantActor): Promise<boolean> {
    const least = { input: 0, output: MAX_TOKENS };
    return this.#database.withTenant(
      actor,
      async (tx) => {
        const { limits, tokens, costMicros } = await sql.readMonth(tx);
        return (
          (limits.assistantTokens !== null && tokens + least.output > limits.assistantTokens) ||
          (limits.assistantCost !== null && costMicros + this.#microsOf(least) > limits.assistantCost * MICROS)
        );
      },
      'reads',
    );
  }

  /** Replaces what was reserved by what was used. */
  settle(actor: TenantActor, id: string, used: TokenUse): Promise<void> {
    return this.#database.withTenant(actor, (tx) => sql.updateUse(tx, id, used, this.#microsOf(used)));
  }

  /** In millionths of a dollar: dollars for a million tokens are millionths for one. */
  #microsOf({ input, output }: TokenUse): number {
    return Math.ceil(input * this.#prices.input + output * this.#prices.output);
  }
}

export const NO_TOKENS: TokenUse = { input: 0, output: 0 };
export const MICROS = 1_000_000;
/** UTF-8 bytes of a token: fewer where it is reserved, so that Turkish and JSON fit; about as many where none were counted. */
const BYTES = { reserved: 2.5, used: 3.5 } as const;

/** Tokens of a text, where the server has not counted them. */
export const estimateTokens = (text: string, kind: keyof typeof BYTES): number =>
  Math.ceil(Buffer.byteLength(text) / BYTES[kind]);
