import { escapeText, type TestFailure } from '@rise/contract';
import { inTenant, type Actor, type TenantActor } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database } from '../kernel/database/database.ts';
import { authorOf } from '../models/author.service.ts';
import type { Attempt } from './attempts.sql.ts';
import { ProviderError } from './identity-provider.ts';
import { rightsOf } from './tenant-provider.rules.ts';
import { saveTest } from './tenant-providers.sql.ts';
import type { TenantProviders } from './tenant-providers.service.ts';

/** Characters of the claims of a test. */
const MOST_CLAIMS = 100_000;

/** Whether the administrator who comes back is the one who started the test, in the same tenant, and still one. */
export function isTesterOf(actor: Actor | null, { provider, testerId }: Attempt): actor is TenantActor {
  return (
    actor !== null &&
    inTenant(actor) &&
    actor.accountId === testerId &&
    actor.tenantId === provider?.tenantId &&
    actor.permissions.has('tenant.administer')
  );
}

/** Finishes a test at the provider, and stores the claims or why there are none; the last test replaces the one before. */
export async function runProviderTest(
  { database, tenantProviders }: { database: Database; tenantProviders: TenantProviders },
  tester: TenantActor,
  { query, state, attempt }: { query: string; state: string; attempt: Attempt },
): Promise<void> {
  const connection = attempt.provider!.connection;
  const result = await redeem(tenantProviders, tester.tenantId, { query, state, attempt });
  const by = await authorOf(database, tester);
  const { failure, claims, problem } = result;
  await database.withTenant(tester, async (tx) => {
    await saveTest(tx, { connection, by, failure, claims });
    const details = { failure: failure ?? problem };
    const outcome = details.failure === null ? 'done' : 'failed';
    await writeRecord(tx, tester, { action: 'identity-provider.test', outcome, details });
  });
}

interface TestResult {
  readonly failure: TestFailure | null;
  /** JSON. */
  readonly claims: string | null;
  /** What the claims lack by the mapping of today. */
  readonly problem: TestFailure | null;
}

async function redeem(
  providers: TenantProviders,
  tenantId: string,
  { query, state, attempt }: { query: string; state: string; attempt: Attempt },
): Promise<TestResult> {
  const failed = (failure: TestFailure): TestResult => ({ failure, claims: null, problem: null });
  try {
    const found = await providers.find(tenantId);
    if (found?.row.connection !== attempt.provider!.connection) return failed('changed');
    const { claims } = await found.client.finish(query, { state, ...attempt });
    const text = JSON.stringify(storable(claims));
    if (text.length > MOST_CLAIMS) return failed('invalid');
    return { failure: null, claims: text, problem: rightsOf(claims, found.trust).problem };
  } catch (error) {
    if (error instanceof ProviderError) return failed(error.kind);
    throw error;
  }
}

/** What the database cannot store is written as an escape. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return escapeText(value);
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [escapeText(key), storable(member)]));
}
