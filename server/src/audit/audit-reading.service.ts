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
    if (before === undefined) await this.#recordVisit(actor, tenantId);
    const selection = await this.#toFilter(actor, tenantId, filter);
    const rows = await this.#read(tenantId, (tx) =>
      sql.listRecords(tx, selection, before === undefined ? NEWEST : Number(before), AUDIT_PAGE + 1),
    );
    const shown = rows.slice(0, AUDIT_PAGE);
    const names = await this.#names(tenantId, shown, language);
    return { records: shown.map((row) => present(row, names)), hasMore: rows.length > AUDIT_PAGE };
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
    const isTextHidden = isHidden(actor, row.action);
    const details = JSON.parse(row.details) as AuditRecord['details'];
    return {
      ...present(row, await this.#names(tenantId, [row], language)),
      requestId: row.requestId,
      details: isTextHidden ? withoutText(details) : details,
      isTextHidden,
      link,
    };
  }

  /** All records that a filter finds, as of now. It is recorded before the first byte. */
  async export(actor: Actor, filter: AuditFilter, language: Language): Promise<RowStream> {
    const tenantId = await this.#tenantOf(actor, filter.of);
    const { of: _, ...details } = filter;
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
      const lines = rows.map((row) => {
        const { requestId } = row;
        const details = isHidden(actor, row.action)
          ? JSON.stringify(withoutText(JSON.parse(row.details) as AuditRecord['details']))
          : row.details;
        return csvLine({ ...present(row, names), requestId, details }, language);
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

  /** Someone above the tenants reads a tenant's trail: it says so. */
  async #recordVisit(actor: Actor, tenantId: string | null): Promise<void> {
    if (actor.kind === 'global' && tenantId !== null)
      await audit(this.#database, { ...actor, tenantId }, { action: 'audit.read', outcome: 'done' });
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
    };
  }

  async #names(tenantId: string | null, rows: readonly sql.RecordRow[], language: Language): Promise<Names> {
    const actors = rows.flatMap(({ accountId, viewedAs }) => [accountId, viewedAs].filter((id) => id !== null));
    const targets = [...new Set(rows.flatMap(({ target }) => (target !== null && isUuid(target) ? [target] : [])))];
    const [accounts, own, tenants] = await this.#database.withGlobal(
      systemIn(chainOf(tenantId)),
      async (tx) =>
        [
          await sql.findAccounts(tx, [...new Set([...actors, ...targets])]),
          // A denied attempt may name anyone: what the tenant does not know stays an id.
          new Set(await sql.listOwnPeople(tx, tenantId, targets)),
          await sql.findTenants(tx, tenantId === null ? targets : targets.filter((id) => id === tenantId)),
        ] as const,
      'reads',
    );
    const reports =
      tenantId === null
        ? []
        : await this.#database.withTenant(systemIn(tenantId), (tx) => sql.findReports(tx, targets, language), 'reads');
    const named = new Map([...tenants, ...reports].map(({ id, name }) => [id, name]));
    for (const { id, name, email } of accounts) if (own.has(id)) named.set(id, name || email);
    return { people: new Map(accounts.map((account) => [account.id, account])), targets: named };
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
  readonly targets: ReadonlyMap<string, string | null>;
}

function present(row: sql.RecordRow, { people, targets }: Names): ListedAuditRecord {
  const { id, at, via, action, outcome, target, address } = row;
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
    target,
    targetName: target === null ? null : (targets.get(target) ?? null),
    address,
  };
}

/** Texts of queries are for those who may run SQL themselves. */
const maySeeTexts = (actor: Actor): boolean => actor.permissions.has('query.sql');
const isHidden = (actor: Actor, action: string): boolean => action.startsWith('query.') && !maySeeTexts(actor);

/** The details of a query without its text, its values and what a message says of them. */
function withoutText(details: AuditRecord['details']): AuditRecord['details'] {
  const hidden = new Set(['sql', 'parameters', 'query', 'problem']);
  return Object.fromEntries(Object.entries(details).filter(([name]) => !hidden.has(name)));
}
