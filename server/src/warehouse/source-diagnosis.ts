import { SOURCE_STEPS, type ErrorDetail, type SourceStep, type SourceStepName } from '@rise/contract';

/** Names that are shown of a longer list. */
const MAX_NAMES = 20;

type Found = Partial<Pick<SourceStep, 'count' | 'value' | 'names'>>;

/** What a test of a connection has found out so far. */
export class SourceDiagnosis {
  readonly #steps = new Map<SourceStepName, SourceStep>();
  readonly #names: readonly SourceStepName[];

  /** `writes`: whether parameters are to be written to a table. */
  constructor({ writes }: { writes: boolean }) {
    this.#names = SOURCE_STEPS.filter((step) => writes || step !== 'parameterTable');
  }

  pass(step: SourceStepName, found: Found = {}): void {
    this.#put(step, 'passed', [], found);
  }

  /** Passed if there are no issues. */
  conclude(step: SourceStepName, issues: readonly ErrorDetail[], found: Found = {}): void {
    this.#put(step, issues.length === 0 ? 'passed' : 'failed', issues, found);
  }

  /** Issues that a server reports: it checks one after the other, and stops at the first that fails. */
  failAfter(issues: readonly ErrorDetail[]): void {
    const failed = stepOf(issues[0]!);
    for (const step of SOURCE_STEPS.slice(0, SOURCE_STEPS.indexOf(failed))) this.pass(step);
    this.conclude(failed, issues);
  }

  get failed(): boolean {
    return this.issues.length > 0;
  }

  get issues(): ErrorDetail[] {
    return this.steps.flatMap(({ issues }) => issues);
  }

  /** All steps; those without a result are skipped. */
  get steps(): SourceStep[] {
    return this.#names.map(
      (step) => this.#steps.get(step) ?? { step, state: 'skipped', issues: [], count: null, value: null, names: [] },
    );
  }

  #put(step: SourceStepName, state: SourceStep['state'], issues: readonly ErrorDetail[], found: Found): void {
    const { count = null, value = null, names = [] } = found;
    const shown = issues.map(({ field, message }) => ({ field, message }));
    this.#steps.set(step, { step, state, issues: shown, count, value, names: names.slice(0, MAX_NAMES) });
  }
}

const SIGN_IN = new Set(['user', 'password', 'token', 'privateKey', 'passphrase', 'account', 'role']);
const PLACE = new Set(['database', 'schema', 'catalog', 'warehouse']);
/** What a user may do is found out after it has signed in. */
const RIGHTS = /\bmay\b|superuser|readonly|could change|privilege/i;

/** The step in which a server reports an issue with a setting. */
function stepOf({ field, message }: ErrorDetail): SourceStepName {
  if (field === 'host' && message.includes('WAREHOUSE_HOSTS')) return 'host';
  if (PLACE.has(field)) return 'schema';
  if (!SIGN_IN.has(field)) return 'reach';
  return (field === 'user' || field === 'role') && RIGHTS.test(message) ? 'readOnly' : 'signIn';
}
