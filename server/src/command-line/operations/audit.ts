import { join } from 'node:path';
import { tenantOf } from '../../audit/chain.rules.ts';
import { HeadFile } from '../../audit/head-file.ts';
import { VerificationService, type ChainResult } from '../../audit/verification.service.ts';
import { SYSTEM } from '../../kernel/actor.ts';
import { audit } from '../../kernel/audit.ts';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import { activeTenants } from '../../tenants/tenants.service.ts';
import { operatorName, type CommandContext } from '../command-context.ts';

const PROBLEMS: Record<NonNullable<ChainResult['problem']>, string> = {
  records: 'a record of its block was changed, removed or added',
  link: 'it does not follow from the link before',
  'missing-link': 'it is missing',
  head: 'it differs from the head that was written outside the database: the chain was cut, written again, or restored from a backup',
  'unsealed-records': 'a record was added to the time before it',
};

/** Checks every chain, one line for each; throws where one is broken. `files`: more heads from outside. */
export async function verifyAudit(
  {
    database,
    config,
    say,
  }: Pick<CommandContext, 'database' | 'say'> & {
    readonly config: Pick<CommandContext['config'], 'dataDirectory'>;
  },
  files: readonly string[],
): Promise<void> {
  const heads = new HeadFile(join(config.dataDirectory, 'audit'));
  const results = await new VerificationService({ database, heads }).verifyAll(files);
  const slugs = new Map((await activeTenants(database)).map(({ id, slug }) => [id, slug]));
  const broken = results.filter(({ problem }) => problem !== null);
  for (const result of results) say(describe(result, slugs));
  await audit(database, SYSTEM, {
    action: 'audit.verify',
    outcome: broken.length > 0 ? 'failed' : 'done',
    details: { author: operatorName(), broken: broken.map(({ chain, brokenLink }) => ({ chain, brokenLink })) },
  });
  if (broken.length > 0)
    throw new OperatorError(
      `the audit trail was changed in ${broken.length} of ${results.length} chains; keep the database as it is and compare it with a backup`,
    );
}

function describe(result: ChainResult, slugs: ReadonlyMap<string, string>): string {
  const tenant = tenantOf(result.chain);
  const name = tenant === null ? 'above the tenants' : (slugs.get(tenant) ?? tenant);
  const dropped = result.dropped > 0 ? `, ${result.dropped} of them past their time to be kept` : '';
  return result.problem === null
    ? `ok    ${name}: ${result.links} links${dropped}, ${result.records} records`
    : `FAIL  ${name}: link ${result.brokenLink} is broken: ${PROBLEMS[result.problem]}`;
}
