import type { CopyDraft, CopyRun, DataCopy } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { UNIQUE_VIOLATION } from '../warehouse/data-versions.service.ts';
import { contentIssues } from './content.rules.ts';
import type { CopyRunner } from './copy-runner.service.ts';
import type { CopySourceService } from './copy-sources.service.ts';
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
  readonly runner: CopyRunner;
}

/** Copies into the embedded warehouse: what, when, and what became of them. */
export class CopyService {
  readonly #database: Database;
  readonly #sources: CopySourceService;
  readonly #runner: CopyRunner;

  constructor({ database, sources, runner }: CopyServiceOptions) {
    this.#database = database;
    this.#sources = sources;
    this.#runner = runner;
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

  /** Throws VALIDATION_FAILED for what its source does not have, and CONFLICT for a name that another one has. */
  async create(actor: TenantActor, draft: CopyDraft, createdBy: string | null): Promise<DataCopy> {
    await this.#requireFit(actor, draft);
    return this.#save(actor, async (tx) => {
      const nextRunAt = nextRunOf(draft.schedule, false, await timeZoneOf(tx));
      return insertCopy(tx, { ...draft, nextRunAt, createdBy });
    });
  }

  /** Throws NOT_FOUND, and what `create` throws. */
  async change(actor: TenantActor, id: string, draft: CopyDraft): Promise<DataCopy> {
    await this.#get(actor, id);
    await this.#requireFit(actor, draft);
    return this.#save(actor, async (tx) => {
      const copy = await lockCopy(tx, id);
      if (!copy) throw notFound();
      const nextRunAt = nextRunOf(draft.schedule, copy.paused, await timeZoneOf(tx));
      await updateCopy(tx, id, { ...draft, nextRunAt });
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

  async #requireFit(actor: TenantActor, { content }: CopyDraft): Promise<void> {
    if (content.kind === 'file') {
      const { username, password } = new URL(content.url);
      if (username === '' && password === '') return;
      const message = 'Remove the name and password: an address is shown to all administrators.';
      throw new UserError('VALIDATION_FAILED', undefined, [{ field: 'content.url', message }]);
    }
    const issues = contentIssues(content, await this.#sources.tables(actor, content.source));
    if (issues.length > 0) throw new UserError('VALIDATION_FAILED', 'The tables cannot be copied like this.', issues);
  }
}

const isActive = (run: RunRow | undefined): boolean => run?.status === 'waiting' || run?.status === 'running';

function presentCopy(copy: CopyRow, timeZone: string, last: RunRow | null): DataCopy {
  const { id, name, content, schedule, paused, createdBy, nextRunAt } = copy;
  return {
    id,
    name,
    content,
    schedule,
    paused,
    createdBy,
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
