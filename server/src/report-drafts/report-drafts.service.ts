import {
  operationsBetween,
  type Applied,
  type ReportChange,
  type ReportDocument,
  type ReportDraft,
  type ReportOperation,
} from '@rise/contract';
import { accountOf, type TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { notFound, UserError } from '../kernel/errors/user-error.ts';
import { publish } from '../kernel/events.ts';
import { authorOf } from '../models/author.service.ts';
import { requirePictures } from '../report-pictures/report-pictures.service.ts';
import {
  changeDraft,
  documentOfVersion,
  findReport,
  moveBase,
  type FoundReport,
} from '../reports/report-changes.service.ts';
import { applyTo, stepConflict, tooOld, tryStep } from './draft.rules.ts';
import * as sql from './report-drafts.sql.ts';

const MAX_EDITORS = 5;

/** A report with its draft. */
export interface FoundDraft extends FoundReport {
  readonly draft: sql.DraftRow | null;
}

/** One that a person may edit. */
export interface OpenDraft extends FoundDraft {
  readonly account: string;
}

/** Whose change of a draft it is. */
export interface ChangeAuthor {
  /** Null for an operator, who cannot undo it. */
  readonly accountId: string | null;
  readonly author: string | null;
}

/** Throws NOT_FOUND for a report that the person may not edit. */
export async function openDraft(
  tx: TenantTx,
  actor: TenantActor,
  id: string,
  mode: 'reads' | 'locks',
): Promise<OpenDraft> {
  const account = accountOf(actor);
  const found = await findReport(tx, actor, id, mode);
  if (!found.can.edit) throw notFound();
  return { ...found, account, draft: await sql.draftOf(tx, id) };
}

/** Open editors of a report fetch its draft and its versions again. */
export const publishReportChanged = (tx: TenantTx, id: string): Promise<void> =>
  publish(tx, { kind: 'reports', to: { tenants: [tx.tenantId] }, data: { id } });

/**
 * Drafts of reports. A report has at most one, which all who may edit it change by operations, one after the other. It
 * starts from the published document with the first change.
 */
export class ReportDraftService {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  read(actor: TenantActor, id: string): Promise<ReportDraft> {
    return this.#database.withTenant(
      actor,
      async (tx) => present(tx, await openDraft(tx, actor, id, 'reads')),
      'reads',
    );
  }

  /** A change that is there already counts once. */
  change(actor: TenantActor, id: string, { id: change, operations }: ReportChange): Promise<ReportDraft> {
    return this.#edit(actor, id, async (tx, open, author) => {
      if (await sql.hasChange(tx, id, change)) return;
      await addChange(tx, open, { accountId: open.account, author }, { id: change, operations });
    });
  }

  /** Puts a version's document into the draft as one change. */
  restore(actor: TenantActor, id: string, number: number): Promise<ReportDraft> {
    return this.#edit(actor, id, async (tx, open, author) => {
      const operations = operationsBetween(documentOf(open), await documentOfVersion(tx, id, number));
      if (operations.length > 0)
        await addChange(tx, open, { accountId: open.account, author }, { id: crypto.randomUUID(), operations });
    });
  }

  undo(actor: TenantActor, id: string): Promise<ReportDraft> {
    return this.#step(actor, id, 'undo');
  }

  redo(actor: TenantActor, id: string): Promise<ReportDraft> {
    return this.#step(actor, id, 'redo');
  }

  /** CONFLICT where the draft was changed since, and for a report that was never published. */
  discard(actor: TenantActor, id: string, basedOn: number): Promise<ReportDraft> {
    return this.#edit(actor, id, async (tx, { row, draft }) => {
      if (row.version === 0)
        throw new UserError(
          'CONFLICT',
          'This report was never published, so there is nothing to go back to. Archive it instead.',
        );
      if ((draft?.revision ?? 0) !== basedOn) throw tooOld();
      if (!draft) return;
      await sql.deleteDraft(tx, id);
      await publishReportChanged(tx, id);
      await publish(tx, { kind: 'workspaces', to: { tenants: [tx.tenantId] } });
    });
  }

  /** Takes back the person's own last change, or does again what they have taken back; what others did stays. */
  async #step(actor: TenantActor, id: string, step: 'undo' | 'redo'): Promise<ReportDraft> {
    let isBlocked = false;
    const draft = await this.#edit(actor, id, async (tx, open) => {
      const isUndo = step === 'undo';
      const last = await sql.lastChange(tx, id, open.account, isUndo ? 'done' : 'undone');
      if (!last) throw new UserError('CONFLICT', `There is nothing to ${step}.`);
      const later = await sql.laterOperations(tx, id, open.account, last.revision);
      const applied = tryStep(documentOf(open), isUndo ? last.inverse : last.operations, later);
      if (!applied) {
        isBlocked = true;
        return sql.setChange(tx, id, last.id, { state: 'dropped' });
      }
      const revision = await save(tx, open, applied);
      const change = isUndo
        ? { state: 'undone' as const, operations: applied.inverse }
        : { state: 'done' as const, inverse: applied.inverse };
      await sql.setChange(tx, id, last.id, { ...change, revision });
      if (last.base) await sql.setBase(tx, id, isUndo ? last.base.before : last.base.after);
    });
    // Thrown behind the commit: the next step goes on with the change before.
    if (isBlocked) throw stepConflict(step);
    return draft;
  }

  /** Runs `work` while nobody else changes the report or its draft; then the draft as it is. */
  async #edit(
    actor: TenantActor,
    id: string,
    work: (tx: TenantTx, open: OpenDraft, author: string | null) => Promise<void>,
  ): Promise<ReportDraft> {
    const author = await authorOf(this.#database, actor);
    return this.#database.withTenant(actor, async (tx) => {
      await work(tx, await openDraft(tx, actor, id, 'locks'), author);
      return present(tx, await openDraft(tx, actor, id, 'reads'));
    });
  }
}

export const documentOf = ({ draft, row }: FoundDraft): ReportDocument => draft?.document ?? row.document;

/** Applies a change to the draft of a locked report. Returns the draft's new revision. */
export async function addChange(
  tx: TenantTx,
  open: FoundDraft,
  { accountId, author }: ChangeAuthor,
  { id, operations, base }: { id: string; operations: ReportOperation[]; base?: number },
): Promise<number> {
  const applied = applyTo(documentOf(open), operations);
  await requirePictures(tx, applied.document);
  const revision = await save(tx, open, applied);
  await sql.dropUndone(tx, open.row.id, accountId);
  const { inverse } = applied;
  const merged = base === undefined ? null : { before: open.draft?.base ?? null, after: base };
  await sql.insertChange(tx, open.row.id, { id, accountId, author, revision, operations, inverse, base: merged });
  if (merged) await sql.setBase(tx, open.row.id, merged.after);
  return revision;
}

/**
 * Puts what a merge with a version of the origin comes to into the draft of a locked report, as one change. The base moves
 * on with it; an undo and a discarded draft take it back.
 */
export async function addMerge(
  tx: TenantTx,
  open: FoundDraft,
  by: ChangeAuthor,
  { document, base }: { document: ReportDocument; base: number },
): Promise<void> {
  const { id } = open.row;
  const operations = operationsBetween(documentOf(open), document);
  if (operations.length > 0) {
    await addChange(tx, open, by, { id: crypto.randomUUID(), operations, base });
    return;
  }
  // All stays as it is in the copy, so there is nothing to undo.
  await (open.draft ? sql.setBase(tx, id, base) : moveBase(tx, id, base));
  await publishReportChanged(tx, id);
}

/** Returns the draft's new revision. */
async function save(tx: TenantTx, { row, draft }: FoundDraft, { document }: Applied): Promise<number> {
  const revision = await changeDraft(tx, row, document);
  await sql.putDraft(tx, row.id, { document, revision });
  await publishReportChanged(tx, row.id);
  // Lists show that there is one.
  if (!draft) await publish(tx, { kind: 'workspaces', to: { tenants: [tx.tenantId] } });
  return revision;
}

async function present(tx: TenantTx, open: OpenDraft): Promise<ReportDraft> {
  const { row, draft, account } = open;
  const [editors, steps] = await Promise.all([
    sql.listEditors(tx, row.id, MAX_EDITORS),
    sql.stepsOf(tx, row.id, account),
  ]);
  const hasChanges = row.version === 0 || row.hasDraft;
  return {
    document: documentOf(open),
    revision: draft?.revision ?? 0,
    published: row.version === 0 ? null : row.version,
    hasChanges,
    editors: editors.map(({ accountId, author, at }) => ({
      author,
      isOwn: accountId === account,
      at: at.toISOString(),
    })),
    can: { ...steps, publish: hasChanges, discard: row.version > 0 && draft !== null },
  };
}
