import { randomUUID } from 'node:crypto';
import type {
  ConfluenceConnection,
  ConnectionTest,
  KnowledgeFolder,
  KnowledgeRun,
  KnowledgeSource,
  KnowledgeSourceChange,
  KnowledgeSourceDraft,
} from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, Mode, TenantTx } from '../kernel/database/database.ts';
import { invalidField, notFound, UserError } from '../kernel/errors/user-error.ts';
import { seal, unseal } from '../kernel/security/keys.ts';
import { inChatbot } from '../tenants/tenants.service.ts';
import { ConfluenceError } from './confluence/confluence-failure.rules.ts';
import type { ConfluenceReach } from './confluence/confluence-http.ts';
import { openSite, siteAddress } from './confluence/open-site.ts';
import * as sql from './knowledge-sources.sql.ts';
import { RUN_EVERY_MS } from './source-runner.service.ts';

/** Sites of one tenant. */
const MAX_SOURCES = 10;
const SHOWN_RUNS = 50;
/** A person waits for the test; attempts and pauses included. */
const TEST_MS = 40_000;

export interface KnowledgeSourceOptions {
  readonly database: Database;
  readonly confluenceReach: ConfluenceReach;
  /** Whether tenants have the assistant unless they are set otherwise. */
  readonly enabled: boolean;
  /** The email address of an actor. */
  readonly author: (actor: TenantActor) => Promise<string | null>;
  /** A source is due. */
  readonly wake: () => void;
}

/** The Confluence sites of a tenant, as its administrators manage them, and the folders that the operator has named. */
export class KnowledgeSourceService {
  readonly #options: KnowledgeSourceOptions;

  constructor(options: KnowledgeSourceOptions) {
    this.#options = options;
  }

  list(actor: TenantActor): Promise<Sources> {
    return this.#inTenant(actor, readSources, 'reads');
  }

  /** CONFLICT where there are too many, and for a name that another one has. The token is stored sealed. */
  async create(actor: TenantActor, draft: KnowledgeSourceDraft): Promise<KnowledgeSource> {
    requireAccount(draft);
    const createdBy = await this.#options.author(actor);
    const id = randomUUID();
    const { name, kind, commonGroups } = draft;
    const url = siteAddress(kind, draft.url);
    const token = seal(this.#options.confluenceReach.key, id, draft.token);
    const created = await this.#inTenant(actor, async (tx) => {
      await sql.lockSources(tx);
      if ((await sql.listSources(tx)).filter(sql.isSite).length >= MAX_SOURCES)
        throw new UserError('CONFLICT', `There can be ${MAX_SOURCES} sources at most. Delete one first.`);
      const source = { id, name, kind, url, email: accountOf(draft), token, commonGroups };
      if (!(await sql.insertSource(tx, source, createdBy))) throw nameTaken();
      await sql.setSpaces(tx, id, draft.spaces);
      await sql.insertRun(tx, { source: id, isComplete: true, startedBy: createdBy });
      return readSite(tx, id);
    });
    this.#options.wake();
    return created;
  }

  /**
   * Spaces that are no longer chosen lose their passages at once; with another address all do. VALIDATION_FAILED for another
   * address, kind or account without the token: the stored one is sent nowhere else.
   */
  async change(actor: TenantActor, id: string, change: KnowledgeSourceChange): Promise<KnowledgeSource> {
    const startedBy = await this.#options.author(actor);
    const changed = await this.#inTenant(actor, async (tx) => {
      await sql.lockSources(tx);
      const before = await sql.lockSource(tx, id);
      if (!before || !sql.isSite(before)) throw notFound();
      const next = this.#changed(before, change);
      if (await sql.hasOtherNamed(tx, next.name, id)) throw nameTaken();
      await sql.saveSource(tx, next);
      const isElsewhere = next.url !== before.url || next.kind !== before.kind;
      const spaces = change.spaces ?? (await sql.listSpaces(tx, id));
      if (isElsewhere) {
        await sql.deleteSpaces(tx, id);
        await sql.saveComplete(tx, id, new Date());
      }
      if (isElsewhere || change.spaces) await sql.setSpaces(tx, id, spaces);
      const isReadAgain = isElsewhere || change.spaces !== undefined || change.token !== undefined;
      if (isReadAgain) await dueNow(tx, id, startedBy);
      return readSite(tx, id);
    });
    this.#options.wake();
    return changed;
  }

  async delete(actor: TenantActor, id: string): Promise<void> {
    await this.#inTenant(actor, async (tx) => {
      if ((await sql.deleteSite(tx, id)) === 0) throw notFound();
    });
  }

  /** Signs in and lists the spaces. NOT_FOUND for a source of another tenant. */
  async test(actor: TenantActor, connection: ConfluenceConnection): Promise<ConnectionTest> {
    requireAccount(connection);
    const { kind } = connection;
    const url = siteAddress(kind, connection.url);
    const email = accountOf(connection);
    const stored = await this.#inTenant(
      actor,
      async (tx) => {
        if (connection.source === null) return null;
        const source = (await sql.listSources(tx)).filter(sql.isSite).find((one) => one.id === connection.source);
        if (!source) throw notFound();
        return source;
      },
      'reads',
    );
    const token = connection.token ?? (stored && this.#storedToken(stored, { kind, url, email }));
    if (token === null) throw invalidField('token', 'Enter the token.');
    const access = { kind, url, email, token };
    const site = openSite(this.#options.confluenceReach, access, AbortSignal.timeout(TEST_MS));
    const spaces = [];
    try {
      spaces.push(...(await site.listSpaces()));
    } catch (error) {
      const isLate = error instanceof DOMException && error.name === 'TimeoutError';
      if (!isLate && !(error instanceof ConfluenceError)) throw error;
      return { failure: isLate ? 'timeout' : (error as ConfluenceError).code, spaces: [] };
    } finally {
      site.close();
    }
    const named = spaces.map(({ key, name }) => ({ key, name }));
    return { failure: null, spaces: named.toSorted((a, b) => a.name.localeCompare(b.name, 'en')) };
  }

  /** CONFLICT while one waits or runs. */
  async runNow(actor: TenantActor, id: string): Promise<KnowledgeSource | KnowledgeFolder> {
    const startedBy = await this.#options.author(actor);
    const source = await this.#inTenant(actor, async (tx) => {
      if (!(await sql.lockSource(tx, id))) throw notFound();
      if (await sql.activeRun(tx, id)) throw new UserError('CONFLICT', 'It is being read already.');
      await dueNow(tx, id, startedBy);
      return readSource(tx, id);
    });
    this.#options.wake();
    return source;
  }

  /** CONFLICT where none waits or runs. */
  cancel(actor: TenantActor, id: string): Promise<KnowledgeSource | KnowledgeFolder> {
    return this.#inTenant(actor, async (tx) => {
      if (!(await sql.lockSource(tx, id))) throw notFound();
      const active = await sql.activeRun(tx, id);
      if (!active) throw new UserError('CONFLICT', 'Nothing runs that could be canceled.');
      await sql.cancelRun(tx, active.id);
      if (active.status === 'waiting') await sql.saveNextRun(tx, id, RUN_EVERY_MS);
      return readSource(tx, id);
    });
  }

  runs(actor: TenantActor, id: string): Promise<{ runs: KnowledgeRun[] }> {
    return this.#inTenant(
      actor,
      async (tx) => {
        await readSource(tx, id);
        return { runs: (await sql.listRuns(tx, id, SHOWN_RUNS)).map(toRun) };
      },
      'reads',
    );
  }

  #changed(before: sql.SiteRow, change: KnowledgeSourceChange): sql.SiteRow {
    const kind = change.kind ?? before.kind;
    const account = { kind, email: change.email === undefined ? before.email : change.email };
    requireAccount(account);
    const email = accountOf(account);
    const url = siteAddress(kind, change.url ?? before.url);
    const { key } = this.#options.confluenceReach;
    const token = change.token === undefined ? before.token : seal(key, before.id, change.token);
    if (change.token === undefined && this.#isElsewhere(before, { kind, url, email })) throw tokenNeeded();
    const { name = before.name, commonGroups = before.commonGroups } = change;
    return { ...before, name, kind, url, email, token, commonGroups };
  }

  #isElsewhere(before: sql.SiteRow, next: Pick<sql.SiteRow, 'kind' | 'url' | 'email'>): boolean {
    return before.kind !== next.kind || before.url !== next.url || before.email !== next.email;
  }

  /** Goes only to where, and under whose name, it was entered for. */
  #storedToken(source: sql.SiteRow, next: Pick<sql.SiteRow, 'kind' | 'url' | 'email'>): string {
    if (this.#isElsewhere(source, next)) throw tokenNeeded();
    const token = unseal(this.#options.confluenceReach.key, source.id, source.token);
    if (token === null) throw invalidField('token', 'The stored token cannot be read. Enter it again.');
    return token;
  }

  /** A transaction of the tenant; NOT_FOUND where it has no assistant. */
  #inTenant<T>(actor: TenantActor, work: (tx: TenantTx) => Promise<T>, mode: Mode = 'writes'): Promise<T> {
    return inChatbot(this.#options, actor, work, mode);
  }
}

const nameTaken = () => new UserError('CONFLICT', 'Another source has this name.');
const tokenNeeded = () =>
  invalidField('token', 'Enter the token again: the stored one is not sent to another address or for another account.');

function requireAccount({ kind, email }: Pick<KnowledgeSourceDraft, 'kind' | 'email'>): void {
  if (kind === 'cloud' && email === null)
    throw invalidField('email', 'Enter the email address of the token’s account.');
}

/** A personal access token is its account. */
const accountOf = ({ kind, email }: Pick<KnowledgeSourceDraft, 'kind' | 'email'>) => (kind === 'cloud' ? email : null);

/** A run is due. One that waits stays; one that runs ends, since it reads what was chosen before. */
async function dueNow(tx: TenantTx, source: string, startedBy: string | null): Promise<void> {
  const active = await sql.activeRun(tx, source);
  if (active?.status === 'running') await sql.cancelRun(tx, active.id);
  if (!active) await sql.insertRun(tx, { source, isComplete: true, startedBy });
  await sql.saveNextRun(tx, source, 0);
}

interface Sources {
  readonly sources: KnowledgeSource[];
  readonly folders: KnowledgeFolder[];
}

async function readSite(tx: TenantTx, id: string): Promise<KnowledgeSource> {
  const found = (await readSources(tx)).sources.find((source) => source.id === id);
  if (!found) throw notFound();
  return found;
}

async function readSource(tx: TenantTx, id: string): Promise<KnowledgeSource | KnowledgeFolder> {
  const { sources, folders } = await readSources(tx);
  const found = [...sources, ...folders].find((source) => source.id === id);
  if (!found) throw notFound();
  return found;
}

async function readSources(tx: TenantTx): Promise<Sources> {
  const [rows, spaces, documents, runs] = [
    await sql.listSources(tx),
    await sql.listSpaces(tx),
    await sql.countDocuments(tx),
    await sql.lastRuns(tx),
  ];
  const common = ({ id, name, nextRunAt }: sql.SourceRow) => {
    const lastRun = runs.find(({ sourceId }) => sourceId === id);
    return {
      id,
      name,
      documents: documents.find(({ sourceId }) => sourceId === id)?.count ?? 0,
      nextRunAt: nextRunAt.toISOString(),
      lastRun: lastRun ? toRun(lastRun) : null,
    };
  };
  return {
    // All but the token.
    sources: rows.filter(sql.isSite).map((row) => ({
      ...common(row),
      kind: row.kind,
      url: row.url,
      email: row.email,
      commonGroups: row.commonGroups,
      spaces: spaces.filter(({ sourceId }) => sourceId === row.id).map(({ key, name }) => ({ key, name })),
      createdBy: row.createdBy,
      createdAt: row.createdAt.toISOString(),
    })),
    folders: rows.filter((row) => !sql.isSite(row)).map(common),
  };
}

function toRun(row: sql.RunRow): KnowledgeRun {
  const { sourceId: _, isComplete, done, total, createdAt, startedAt, finishedAt, ...run } = row;
  return {
    ...run,
    complete: isComplete,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
    progress: { done, of: total },
  };
}
