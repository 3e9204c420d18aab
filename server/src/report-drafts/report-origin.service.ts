import type { OriginUpdate, ReportDocument, ReportDraft } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import { authorOf } from '../models/author.service.ts';
import {
  dismissVersion,
  documentOfVersion,
  findOrigin,
  versionsOf,
  type FoundOrigin,
} from '../reports/report-changes.service.ts';
import { tooOld } from './draft.rules.ts';
import {
  addMerge,
  documentOf,
  openDraft,
  publishReportChanged,
  type OpenDraft,
  type ReportDraftService,
} from './report-drafts.service.ts';
import { mergeReports, type MergeSides } from './report-merge.rules.ts';

interface FoundUpdate {
  readonly origin: FoundOrigin;
  /** The version that the copy is based on, its draft included. */
  readonly base: number;
  readonly sides: MergeSides;
  readonly changes: OriginUpdate['changes'];
}

/** What a copy of a report learns of the report's later versions. */
export class ReportOriginService {
  readonly #database: Database;
  readonly #drafts: ReportDraftService;

  constructor({ database, drafts }: { database: Database; drafts: ReportDraftService }) {
    this.#database = database;
    this.#drafts = drafts;
  }

  /** Null for what is no copy, where the original has nothing new, and where the person does not find it. */
  read(actor: TenantActor, id: string): Promise<OriginUpdate | null> {
    return this.#database.withTenant(
      actor,
      async (tx) => {
        const open = await openDraft(tx, actor, id, 'reads');
        const found = await findUpdate(tx, actor, open);
        return found && present(tx, open, found);
      },
      'reads',
    );
  }

  /**
   * CONFLICT where the draft or the original was changed since; VALIDATION_FAILED for an unknown conflict, and
   * where the report would become invalid, such as too large.
   */
  async merge(
    actor: TenantActor,
    id: string,
    { version, basedOn, theirs }: { version: number; basedOn: number; theirs: readonly string[] },
  ): Promise<ReportDraft> {
    const author = await authorOf(this.#database, actor);
    await this.#database.withTenant(actor, async (tx) => {
      const open = await openDraft(tx, actor, id, 'locks');
      const found = await requireUpdate(tx, actor, open, version);
      if ((open.draft?.revision ?? 0) !== basedOn) throw tooOld();
      const conflicts = new Set(found.changes.flatMap((change) => (change.conflict === null ? [] : change.id)));
      const unknown = theirs.find((one) => !conflicts.has(one));
      if (unknown !== undefined)
        throw new UserError('VALIDATION_FAILED', undefined, [
          { field: 'theirs', message: `There is no conflict '${unknown}'. Read the changes again.` },
        ]);
      const { document } = mergeReports(found.sides, new Set(theirs));
      await addMerge(tx, open, { accountId: open.account, author }, { document, base: version });
    });
    return this.#drafts.read(actor, id);
  }

  /** CONFLICT where the original was changed since. */
  dismiss(actor: TenantActor, id: string, version: number): Promise<void> {
    return this.#database.withTenant(actor, async (tx) => {
      const open = await openDraft(tx, actor, id, 'locks');
      await requireUpdate(tx, actor, open, version);
      await dismissVersion(tx, id, version);
      await publishReportChanged(tx, id);
    });
  }
}

async function findUpdate(tx: TenantTx, actor: TenantActor, open: OpenDraft): Promise<FoundUpdate | null> {
  const origin = await findOrigin(tx, actor, open.row.id);
  if (!origin) return null;
  const base = open.draft?.base ?? origin.base;
  if (origin.row.version <= base) return null;
  const sides = sidesOf(await documentOfVersion(tx, origin.row.id, base), documentOf(open), origin.row.document);
  const { changes } = mergeReports(sides);
  return changes.length > 0 ? { origin, base, sides, changes } : null;
}

/** A copy has a title of its own from the start, so that the original's is none of its business. */
const sidesOf = (base: ReportDocument, mine: ReportDocument, theirs: ReportDocument): MergeSides => ({
  base: { ...base, title: theirs.title },
  mine,
  theirs,
});

async function requireUpdate(tx: TenantTx, actor: TenantActor, open: OpenDraft, version: number): Promise<FoundUpdate> {
  const found = await findUpdate(tx, actor, open);
  if (found?.origin.row.version !== version)
    throw new UserError(
      'CONFLICT',
      'The changes of the original are others than those that you have seen. Look at them again.',
    );
  return found;
}

async function present(
  tx: TenantTx,
  { draft }: OpenDraft,
  { origin: { row, dismissed }, base, changes }: FoundUpdate,
): Promise<OriginUpdate> {
  const published = (await versionsOf(tx, row.id)).find(({ number }) => number === row.version);
  return {
    origin: { id: row.id, title: row.document.title },
    base,
    version: row.version,
    publishedAt: (published?.publishedAt ?? row.updatedAt).toISOString(),
    note: published?.note ?? '',
    isDismissed: dismissed !== null && dismissed >= row.version,
    revision: draft?.revision ?? 0,
    changes,
  };
}
