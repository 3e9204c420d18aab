import { expect } from 'vitest';
import { attackStatements, CANARY } from '../corpus/attacks.ts';
import type { Attacks } from '../corpus/attacks.ts';
import { QueryError } from '../../src/index.ts';
import { ROWS } from './row-rule-cases.ts';
import { tinyStatements } from './tiny-warehouse.ts';
import type { Branch } from './tiny-warehouse.ts';

const HIDDEN: Branch[] = [
  { tenant: 'birch', id: 'b-canary', name: CANARY, grade: 1, assets: 10 },
  // Of the reader's own tenant, and hidden by its row rules.
  { tenant: 'alder', id: 'a-canary', name: CANARY, grade: 4, assets: 10 },
];
export const ROWS_WITH_CANARY = [...ROWS, ...HIDDEN];
export const PLANT = ['CREATE TABLE secret (word VARCHAR)', `INSERT INTO secret VALUES ('${CANARY}')`];
export const CANARY_STATEMENTS = [...tinyStatements(ROWS_WITH_CANARY), ...PLANT];

/** Runs every attack. Each is refused with an error for its author, or its answer has no canary. Returns the refused. */
export async function runAttacks(attacks: Attacks, run: (sql: string) => Promise<string>): Promise<number> {
  const statements = attackStatements(attacks);
  let refused = 0;
  for (const sql of statements) {
    const outcome = await run(sql).catch((error: unknown) => error);
    if (typeof outcome !== 'string') {
      expect(outcome, sql).toBeInstanceOf(QueryError);
      refused += 1;
    }
    const text = typeof outcome === 'string' ? outcome : JSON.stringify((outcome as QueryError).details);
    // An error may repeat what its author wrote, which never has the canary.
    expect(text, sql).not.toContain(CANARY);
  }
  return refused;
}

/** How many attacks return the canary from an engine without a validator: what `runAttacks` detects. */
export async function countLeaks(attacks: Attacks, run: (sql: string) => Promise<string>): Promise<number> {
  const harmful = attackStatements(attacks).filter(
    // Without those that connect to something or never end.
    (sql) => /\bsecret\b/.test(sql) && /^(SELECT|WITH|FROM)/.test(sql) && !/\b(remote|cluster|loop)/.test(sql),
  );
  let leaks = 0;
  for (const sql of harmful) if ((await run(sql).catch(() => '')).includes(CANARY)) leaks += 1;
  return leaks;
}
