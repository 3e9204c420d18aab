import type { CopyContent, CopyDraft, CopyRun, DataCopy, ErrorDetail, Language } from '@rise/contract';
import type { ImportService } from '../imports/imports.service.ts';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { UNIQUE_VIOLATION } from '../warehouse/data-versions.service.ts';
import { contentIssues } from './content.rules.ts';
import type { CopyRunner } from './copy-runner.service.ts';
import type { CopySourceService } from './copy-sources.service.ts';
import { queryIssues, type CopiedQuery } from './query-copies.rules.ts';
import type { QueryCopyService } from './query-copies.service.ts';
import {
  deleteCopy,
  endRun,
  findCopy,
  insertCopy,
  insertRun,
  listCopies,
  listLastRuns,
  listRuns,
  lockCopy,
  saveNextRun,
  updateCopy,
  type CopyRow,
  type RunRow,
} from './copies.sql.ts';
import { nextRunOf, timeZoneOf } from './due.ts';
import { publishCopy } from './publish-copy.ts';

const SHOWN_RUNS = 50;

export interface CopyServiceOptions {
  readonly database: Database;
  readonly sources: CopySourceService;
  readonly queries: QueryCopyService;
  readonly imports: ImportService;
  readonly runner: CopyRunner;
}

/** Where the rows of a table come from, and what is computed from them; table names in lower case. */
export interface TableLineage {
  readonly filledBy: Pick<DataCopy, 'id' | 'name' | 'reads'> | null;
  readonly readBy: readonly (Pick<DataCopy, 'id' | 'name'> & { readonly tables: readonly string[] })[];
}

/** Copies into the embedded warehouse: what, when, and what became of them. */
export class CopyService {
  readonly #database: Database;
  readonly #options: CopyServiceOptions;
  readonly #runner: CopyRunner;

  constructor(options: CopyServiceOptions) {
    this.#options = options;
    this.#database = options.database;
    this.#runner = options.runner;
  }

  list(actor: TenantActor): Promise<DataCopy[]> {
    return this.#database.withTenant(
      actor,
      async (tx) => {
        const [copies, runs, timeZone] = [await listCopies(tx), await listLastRuns(tx), await timeZoneOf(tx)];
        return copies.map((copy) => presentCopy(copy, timeZone, runs.find((run) => run.copy === copy.id) ?? null));
      },
      'reads',
    );
  }

  /** The copy whose rows a table has, null for one that is not copied; and those whose queries read it. */
  async lineage(actor: TenantActor, table: string): Promise<TableLineage> {
    const copies = await this.#database.withTenant(actor, listCopies, 'reads');
    const name = table.toLowerCase();
    const found = copies.find(({ content }) => targetsOf(content).includes(name));
    return {
      filledBy: found ? { id: found.id, name: found.name, reads: found.reads } : null,
      readBy: copies
        .filter(({ reads }) => reads.some((read) => read.toLowerCase() === name))
        .map((copy) => ({ id: copy.id, name: copy.name, tables: targetsOf(copy.content) })),
    };
  }

  /** Throws VALIDATION_FAILED for what its source does not have, and CONFLICT for a name that another one has. */
  async create(actor: TenantActor, draft: CopyDraft, createdBy: string | null, call: Call): Promise<DataCopy> {
    const fit = await this.#requireFit(actor, draft, { email: createdBy, before: null, ...call });
    return this.#save(actor, async (tx) => {
      const nextRunAt = nextRunOf(draft.schedule, false, await timeZoneOf(tx));
      return insertCopy(tx, { ...draft, ...fit, nextRunAt, createdBy });
    });
  }

  /** Throws NOT_FOUND, and what `create` throws. */
  async change(actor: TenantActor, id: string, draft: CopyDraft, email: string | null, call: Call): Promise<DataCopy> {
    const before = await this.#get(actor, id);
    const fit = await this.#requireFit(actor, draft, { email, before, ...call });
    return this.#save(actor, async (tx) => {
      const copy = await lockCopy(tx, id);
      if (!copy) throw notFound();
      const nextRunAt = nextRunOf(draft.schedule, copy.paused, await timeZoneOf(tx));
      await updateCopy(tx, id, { ...draft, ...fit, nextRunAt });
      return id;
    });
  }

  /** Throws NOT_FOUND, and CONFLICT while it runs. */
  async remove(actor: TenantActor, id: string): Promise<void> {
    await this.#database.withTenant(actor, async (tx) => {
      if (!(await lockCopy(tx, id))) throw notFound();
      if (isActive((await listRuns(tx, id, 1))[0]))
        throw new UserError('CONFLICT', 'The copy is running. Cancel its run first.');
      await deleteCopy(tx, id);
      await publishCopy(tx, id);
    });
  }

  /** Throws NOT_FOUND. */
  async pause(actor: TenantActor, id: string, paused: boolean): Promise<DataCopy> {
    return this.#save(actor, async (tx) => {
      const copy = await lockCopy(tx, id);
      if (!copy) throw notFound();
      await saveNextRun(tx, id, { paused, nextRunAt: nextRunOf(copy.schedule, paused, await timeZoneOf(tx)) });
      return id;
    });
  }

  /** Throws NOT_FOUND, and CONFLICT while it waits or runs. */
  async run(actor: TenantActor, id: string, startedBy: string | null): Promise<DataCopy> {
    const copy = await this.#save(actor, async (tx) => {
      if (!(await lockCopy(tx, id))) throw notFound();
      if (!(await insertRun(tx, { copy: id, scheduled: false, startedBy })))
        throw new UserError('CONFLICT', 'The copy is running already.');
      return id;
    });
    this.#runner.wake();
    return copy;
  }

  /** Throws NOT_FOUND, and CONFLICT unless it waits or runs. */
  async cancel(actor: TenantActor, id: string): Promise<DataCopy> {
    const run = await this.#database.withTenant(actor, async (tx) => {
      if (!(await lockCopy(tx, id))) throw notFound();
      const [last] = await listRuns(tx, id, 1);
      if (!last || !isActive(last)) throw new UserError('CONFLICT', 'The copy neither waits nor runs.');
      if (last.status === 'waiting') await endRun(tx, last.id, { status: 'canceled', failure: null });
      await publishCopy(tx, id);
      return last;
    });
    if (run.status === 'running' && !(await this.#runner.cancel(run.id)))
      throw new UserError('CONFLICT', 'The run has just ended. Read it again.');
    return this.#get(actor, id);
  }

  /** Newest first. Throws NOT_FOUND. */
  runs(actor: TenantActor, id: string): Promise<CopyRun[]> {
    return this.#database.withTenant(
      actor,
      async (tx) => {
        if (!(await findCopy(tx, id))) throw notFound();
        return (await listRuns(tx, id, SHOWN_RUNS)).map(presentRun);
      },
      'reads',
    );
  }

  async #get(actor: TenantActor, id: string): Promise<DataCopy> {
    return this.#database.withTenant(
      actor,
      async (tx) => {
        const copy = await findCopy(tx, id);
        if (!copy) throw notFound();
        const [last = null] = await listRuns(tx, id, 1);
        return presentCopy(copy, await timeZoneOf(tx), last);
      },
      'reads',
    );
  }

  async #save(actor: TenantActor, save: (tx: TenantTx) => Promise<string>): Promise<DataCopy> {
    const id = await this.#database
      .withTenant(actor, async (tx) => {
        const saved = await save(tx);
        await publishCopy(tx, saved);
        return saved;
      })
      .catch((error: unknown) => {
        if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
        throw new UserError('CONFLICT', 'Another copy has this name. Choose a different one.');
      });
    return this.#get(actor, id);
  }

  /** Throws VALIDATION_FAILED; returns what of a query is stored beside its content. */
  async #requireFit(actor: TenantActor, draft: CopyDraft, saving: Saving): Promise<Pick<CopyRow, 'runsAs' | 'reads'>> {
    const { content, schedule } = draft;
    if (schedule?.every === 'load' && content.kind !== 'query')
      refuse([{ field: 'schedule.every', message: 'Only the copy of a query follows loads. Choose a time.' }]);
    if (content.kind === 'query') return this.#requireQueryFit(actor, content, saving);
    if (content.kind === 'file') {
      const { username, password } = new URL(content.url);
      const message = 'Remove the name and password: an address is shown to all administrators.';
      if (username !== '' || password !== '') refuse([{ field: 'content.url', message }]);
      return NO_QUERY;
    }
    const issues = contentIssues(content, await this.#options.sources.tables(actor, content.source));
    if (issues.length > 0) refuse(issues, 'The tables cannot be copied like this.');
    return NO_QUERY;
  }

  async #requireQueryFit(
    actor: TenantActor,
    content: CopiedQuery,
    { email, before, ...call }: Saving,
  ): Promise<Pick<CopyRow, 'runsAs' | 'reads'>> {
    const { accountId } = actor;
    if (accountId === null || email === null)
      throw new UserError('VALIDATION_FAILED', 'A query needs a person whose rights it has.');
    const { columns, reads: tables, guarded } = await this.#options.queries.check(actor, content, call);
    const own = before?.content.kind === 'query' ? before.content.target.toLowerCase() : null;
    const others = (await this.list(actor)).flatMap(({ id, content: other, reads }) =>
      other.kind === 'query' && id !== before?.id ? [{ target: other.target, reads }] : [],
    );
    const known = await this.#options.imports.knownTables(actor);
    const issues = queryIssues(content, {
      tables,
      guarded,
      others,
      columns: columns.map(({ name }) => name),
      present: known.map(({ name }) => name).filter((name) => name.toLowerCase() !== own),
    });
    if (issues.length > 0) refuse(issues, 'The query cannot be copied like this.');
    return { runsAs: { account: accountId, email }, reads: tables };
  }
}

interface Call {
  readonly language: Language;
  readonly signal: AbortSignal;
}

/** Who saves a copy, and what it was before. */
interface Saving extends Call {
  readonly email: string | null;
  readonly before: DataCopy | null;
}

const NO_QUERY = { runsAs: null, reads: [] };

function refuse(issues: ErrorDetail[], message?: string): never {
  throw new UserError('VALIDATION_FAILED', message, issues);
}

const targetsOf = (content: CopyContent): string[] =>
  (content.kind === 'tables' ? content.tables : [content]).map(({ target }) => target.toLowerCase());

const isActive = (run: RunRow | undefined): boolean => run?.status === 'waiting' || run?.status === 'running';

function presentCopy(copy: CopyRow, timeZone: string, last: RunRow | null): DataCopy {
  const { id, name, content, schedule, paused, createdBy, runsAs, reads, nextRunAt } = copy;
  return {
    id,
    name,
    content,
    schedule,
    paused,
    createdBy,
    runsAs: runsAs?.email ?? null,
    reads,
    timeZone,
    nextRunAt: nextRunAt?.toISOString() ?? null,
    lastRun: last && presentRun(last),
  };
}

function presentRun(run: RunRow): CopyRun {
  const { id, status, scheduled, startedBy, progress, version, results, failure, importId } = run;
  const { createdAt, startedAt, finishedAt } = run;
  return {
    id,
    status,
    scheduled,
    startedBy,
    progress,
    version,
    results,
    failure,
    importId,
    createdAt: createdAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}
