import {
  ACTIVITY_PAGE,
  AUDIT_PAGE,
  beginningsOf,
  isUuid,
  type AuditChain,
  type AuditFilter,
  type AuditRecord,
  type Language,
  type ListedAuditRecord,
  type OwnActivityRecord,
} from '@rise/contract';
import { systemIn, type Actor } from '../kernel/actor.ts';
import type { RowStream } from '../kernel/api/api.ts';
import { audit } from '../kernel/audit.ts';
import type { Database, GlobalTx, TenantTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import * as chains from './audit-chain.sql.ts';
import { csvHead, csvLine, csvName } from './audit-file.rules.ts';
import * as sql from './audit.sql.ts';
import { chainOf } from './chain.rules.ts';
import { findTargets, type Target } from './target-names.service.ts';
import type { VerificationService } from './verification.service.ts';

/** Records of an exported file that are read at once. */
const EXPORT_PART = 500;
/** People that one text finds. */
const MOST_PEOPLE = 1000;
const NEWEST = Number.MAX_SAFE_INTEGER;

type Of = AuditFilter['of'];

const EVERYTHING: Omit<sql.RecordFilter, 'chain' | 'accounts'> = {
  from: null,
  to: null,
  outcome: null,
  included: null,
  excluded: [],
  search: null,
  isTextHidden: true,
  open: null,
};

interface AuditReadingOptions {
  readonly database: Database;
  readonly verification: VerificationService;
  /** Days after which records are deleted. */
  readonly retentionDays: number;
}

/** The audit trail as those see it who may: a tenant's own, or any for those above the tenants. */
export class AuditReadingService {
  readonly #database: Database;
  readonly #verification: VerificationService;
  readonly #retentionDays: number;
  readonly #running = new Map<string, Promise<unknown>>();

  constructor({ database, verification, retentionDays }: AuditReadingOptions) {
    this.#database = database;
    this.#verification = verification;
    this.#retentionDays = retentionDays;
  }

  async list(
    actor: Actor,
    { before, ...filter }: AuditFilter & { before?: string | undefined },
    language: Language,
  ): Promise<{ records: ListedAuditRecord[]; hasMore: boolean }> {
    const tenantId = await this.#tenantOf(actor, filter.of);
    if (before === undefined) await this.#recordReading(actor, tenantId, {});
    const selection = await this.#toFilter(actor, tenantId, filter);
    const rows = await this.#read(tenantId, (tx) =>
      sql.listRecords(tx, selection, before === undefined ? NEWEST : Number(before), AUDIT_PAGE + 1),
    );
    const shown = rows.slice(0, AUDIT_PAGE);
    const names = await this.#names(tenantId, shown, language);
    const isOutside = isOutsideOf(actor, tenantId);
    return { records: shown.map((row) => present(row, names, isOutside)), hasMore: rows.length > AUDIT_PAGE };
  }

  /** What the caller did in the tenant in which they are; above the tenants for who is in none. */
  async listOwn(
    actor: Actor,
    before: string | undefined,
    language: Language,
  ): Promise<{ records: OwnActivityRecord[]; hasMore: boolean }> {
    const { accountId, tenantId } = actor;
    if (accountId === null) return { records: [], hasMore: false };
    const selection = { ...EVERYTHING, chain: chainOf(tenantId), accounts: [accountId] };
    const rows = await this.#read(tenantId, (tx) =>
      sql.listRecords(tx, selection, before === undefined ? NEWEST : Number(before), ACTIVITY_PAGE + 1),
    );
    const shown = rows.slice(0, ACTIVITY_PAGE);
    // What something is called now is for those who may still see it: for an administrator, that is everything.
    const names = await this.#names(tenantId, actor.permissions.has('audit.read') ? shown : [], language);
    const records = shown.map((row) => {
      const { id, at, via, action, outcome, address, targetName } = present(row, names);
      return { id, at, via, action, outcome, address, targetName };
    });
    return { records, hasMore: rows.length > ACTIVITY_PAGE };
  }

  /** NOT_FOUND for a record of another trail. */
  async read(actor: Actor, id: number, of: Of, language: Language): Promise<AuditRecord> {
    const tenantId = await this.#tenantOf(actor, of);
    const chain = chainOf(tenantId);
    const [row, link] = await this.#read(
      tenantId,
      async (tx) => [await sql.findRecord(tx, chain, id), await sql.findLink(tx, chain, id)] as const,
    );
    if (!row) throw notFound();
    await this.#recordReading(actor, tenantId, { record: id });
    const isOutside = isOutsideOf(actor, tenantId);
    const isVisitNeeded = isOutside && !isOpen(row.action);
    const isTextHidden = !isVisitNeeded && isHidden(actor, row.action);
    const details = JSON.parse(row.details) as AuditRecord['details'];
    return {
      ...present(row, await this.#names(tenantId, [row], language), isOutside),
      requestId: row.requestId,
      details: isVisitNeeded ? {} : isTextHidden ? withoutText(details) : details,
      isTextHidden,
      isVisitNeeded,
      link,
    };
  }

  /** All records that a filter finds, as of now. It is recorded before the first byte. */
  async export(actor: Actor, filter: AuditFilter, language: Language): Promise<RowStream> {
    const tenantId = await this.#tenantOf(actor, filter.of);
    const { of: _, ...chosen } = filter;
    const details = { ...chosen, ...(isOutsideOf(actor, tenantId) && WITHOUT_VISIT) };
    await audit(this.#database, { ...actor, tenantId }, { action: 'audit.export', outcome: 'done', details });
    const selection = await this.#toFilter(actor, tenantId, filter);
    return {
      contentType: 'text/csv; charset=utf-8; header=present',
      headers: { 'content-disposition': `attachment; filename="${csvName(new Date())}"` },
      parts: this.#parts(actor, tenantId, selection, language),
    };
  }

  async *#parts(
    actor: Actor,
    tenantId: string | null,
    selection: sql.RecordFilter,
    language: Language,
  ): RowStream['parts'] {
    yield Buffer.from(csvHead(language));
    let count = 0;
    for (let before = NEWEST; ;) {
      const rows = await this.#read(tenantId, (tx) => sql.listRecords(tx, selection, before, EXPORT_PART));
      if (rows.length === 0) return { 'rise-row-count': String(count), 'rise-truncated': 'false' };
      const names = await this.#names(tenantId, rows, language);
      const isOutside = isOutsideOf(actor, tenantId);
      const lines = rows.map((row) => {
        const { requestId } = row;
        if (isOutside && !isOpen(row.action))
          return csvLine({ ...present(row, names, isOutside), requestId, details: '{}' }, language);
        const details = isHidden(actor, row.action)
          ? JSON.stringify(withoutText(JSON.parse(row.details) as AuditRecord['details']))
          : row.details;
        return csvLine({ ...present(row, names, isOutside), requestId, details }, language);
      });
      yield Buffer.from(lines.join(''));
      count += rows.length;
      before = rows.at(-1)!.id;
    }
  }

  async chain(actor: Actor, of: Of): Promise<AuditChain> {
    return this.#describe(await this.#tenantOf(actor, of));
  }

  /** Checks the chain; who asks meanwhile waits for the same check. */
  async verify(actor: Actor, of: Of): Promise<AuditChain> {
    const tenantId = await this.#tenantOf(actor, of);
    const chain = chainOf(tenantId);
    await audit(this.#database, { ...actor, tenantId }, { action: 'audit.verify', outcome: 'done' });
    const running =
      this.#running.get(chain) ?? this.#verification.verify(chain).finally(() => this.#running.delete(chain));
    this.#running.set(chain, running);
    await running;
    return this.#describe(tenantId);
  }

  async #describe(tenantId: string | null): Promise<AuditChain> {
    const chain = chainOf(tenantId);
    return this.#read(tenantId, async (tx) => {
      const head = await chains.findHead(tx, chain);
      const { waiting, since } = await chains.countUnsealed(tx, chain);
      const found = await chains.findVerification(tx, chain);
      return {
        links: head?.n ?? 0,
        hash: head?.hash.toString('hex') ?? null,
        sealedAt: head?.sealedAt.toISOString() ?? null,
        waiting,
        waitingSince: since?.toISOString() ?? null,
        retentionDays: this.#retentionDays,
        verified: found && { ...found, at: found.at.toISOString() },
      };
    });
  }

  /** Whose trail the caller asks for; null: what is above the tenants. NOT_FOUND for one that is not theirs. */
  async #tenantOf(actor: Actor, of: Of): Promise<string | null> {
    if (of === undefined || of === actor.tenantId) {
      if (actor.tenantId !== null) return actor.tenantId;
      if (actor.kind !== 'global') throw new UserError('TENANT_REQUIRED');
      return null;
    }
    if (actor.kind !== 'global' || actor.token?.tenantBound === true) throw notFound();
    if (of === 'global') return null;
    const exists = await this.#database.withGlobal(actor, (tx) => sql.chainExists(tx, of), 'reads');
    if (!exists) throw notFound();
    return of;
  }

  /** Someone above the tenants reads a tenant's trail: it says so, of each list and each record. */
  async #recordReading(actor: Actor, tenantId: string | null, about: Readonly<Record<string, unknown>>): Promise<void> {
    if (actor.kind !== 'global' || tenantId === null) return;
    const details = { ...about, ...(isOutsideOf(actor, tenantId) && WITHOUT_VISIT) };
    await audit(this.#database, { ...actor, tenantId }, { action: 'audit.read', outcome: 'done', details });
  }

  async #toFilter(actor: Actor, tenantId: string | null, filter: AuditFilter): Promise<sql.RecordFilter> {
    const chain = chainOf(tenantId);
    const { person = '', group, search = '' } = filter;
    const accounts =
      person === ''
        ? null
        : await this.#database.withGlobal(actor, (tx) => sql.findActors(tx, chain, person, MOST_PEOPLE), 'reads');
    const { included, excluded } = group ? beginningsOf(group) : { included: null, excluded: [] };
    return {
      chain,
      from: filter.from === undefined ? null : new Date(filter.from),
      to: filter.to === undefined ? null : new Date(filter.to),
      accounts,
      outcome: filter.outcome ?? null,
      included,
      excluded,
      search: search === '' ? null : search,
      isTextHidden: !maySeeTexts(actor),
      open: isOutsideOf(actor, tenantId) ? OPEN : null,
    };
  }

  async #names(tenantId: string | null, rows: readonly sql.RecordRow[], language: Language): Promise<Names> {
    const actors = rows.flatMap(({ accountId, viewedAs }) => [accountId, viewedAs].filter((id) => id !== null));
    const ids = rows.flatMap(({ target }) => (target === null ? [] : [target]));
    const people = await this.#database.withGlobal(
      systemIn(chainOf(tenantId)),
      (tx) => sql.findAccounts(tx, [...new Set(actors)]),
      'reads',
    );
    const targets = await findTargets(this.#database, tenantId, ids, language);
    return { people: new Map(people.map((account) => [account.id, account])), targets };
  }

  /** A tenant's trail is read in its own transaction, which sees no other. */
  #read<T>(tenantId: string | null, work: (tx: GlobalTx | TenantTx) => Promise<T>): Promise<T> {
    return tenantId === null
      ? this.#database.withGlobal(systemIn(chainOf(null)), work, 'reads')
      : this.#database.withTenant(systemIn(tenantId), work, 'reads');
  }
}

interface Names {
  readonly people: ReadonlyMap<string, sql.AccountRow>;
  readonly targets: ReadonlyMap<string, Target>;
}

/** What a record's target is called now; of what is gone, or has no target, what it was called then. */
function targetNameOf({ target, details }: sql.DetailedRow, targets: Names['targets']): string | null {
  const now = target === null ? null : (targets.get(target)?.name ?? null);
  if (now !== null) return now;
  const { targetName, after } = JSON.parse(details) as { targetName?: unknown; after?: unknown };
  if (typeof targetName === 'string') return targetName;
  if (typeof after !== 'object' || after === null) return null;
  const { name, title, domain, email } = after as Record<string, unknown>;
  const texts = [name, title, domain, email].map((one) =>
    typeof one === 'object' && one !== null && 'en' in one ? one.en : one,
  );
  return texts.find((one): one is string => typeof one === 'string' && one !== '') ?? null;
}

function present(row: sql.DetailedRow, { people, targets }: Names, isOutside = false): ListedAuditRecord {
  const { id, at, via, action, outcome, target, address } = row;
  const isClosed = isOutside && !isOpen(action);
  const person = (account: string | null) =>
    account === null
      ? null
      : { id: account, name: people.get(account)?.name ?? null, email: people.get(account)?.email ?? null };
  return {
    id,
    at: at.toISOString(),
    actor: person(row.accountId),
    via,
    viewedAs: person(row.viewedAs),
    action,
    outcome,
    // An id says nothing by itself; a name does.
    target: isClosed && target !== null && !isUuid(target) ? null : target,
    targetName: isClosed ? null : targetNameOf(row, targets),
    address,
  };
}

const WITHOUT_VISIT = { visit: false };

/** Someone above the tenants who has not entered the tenant whose trail it is. */
const isOutsideOf = (actor: Actor, tenantId: string | null): boolean =>
  actor.kind === 'global' && tenantId !== null && actor.tenantId !== tenantId;

/**
 * Beginnings of the actions of which someone outside sees what they were about: who may sign in, and what was done to the
 * tenant as a whole. All others say what people read, ask and write.
 */
const OPEN: readonly string[] = [
  'announcement.',
  'audit.',
  'backup.',
  'domain.',
  'identity-provider.',
  'invitation.',
  'join-request.',
  'provisioning.',
  'scim.',
  'session.',
  'support-',
  'tenant.',
  'user.',
  'warehouse.',
];
const isOpen = (action: string): boolean => OPEN.some((one) => action.startsWith(one));

/** Texts of queries are for those who may run SQL themselves. */
const maySeeTexts = (actor: Actor): boolean => actor.permissions.has('query.sql');
const isHidden = (actor: Actor, action: string): boolean => action.startsWith('query.') && !maySeeTexts(actor);

/** The details of a query without its text, its values and what a message says of them. */
function withoutText(details: AuditRecord['details']): AuditRecord['details'] {
  const hidden = new Set(['sql', 'parameters', 'query', 'problem']);
  return Object.fromEntries(Object.entries(details).filter(([name]) => !hidden.has(name)));
}
