import {
  fold,
  localize,
  operationsBetween,
  type ErrorDetail,
  type LocalizedText,
  type ReportDocument,
  type Workspace,
} from '@rise/contract';
import type { ReportBasis } from '@rise/engine';
import type { TenantActor } from '../kernel/actor.ts';
import { writeRecord } from '../kernel/audit.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { UserError } from '../kernel/errors/user-error.ts';
import {
  picturesIn,
  picturesOf,
  requirePictures,
  store,
  type PictureRow,
} from '../report-pictures/report-pictures.service.ts';
import {
  addReport,
  documentOfVersion,
  findReport,
  findReports,
  isReportKeyTaken,
  type FoundReport,
} from '../reports/report-changes.service.ts';
import type { Warehouse, WarehouseService } from '../warehouse/warehouse.service.ts';
import { listOpenWorkspaces } from '../workspaces/workspaces.service.ts';
import { addChange, documentOf, type ChangeAuthor, type FoundDraft } from './report-drafts.service.ts';
import { draftOf, listEditors } from './report-drafts.sql.ts';
import { publishDraft } from './report-publishing.service.ts';

/** A report as it is pulled. */
export interface StoredReport {
  readonly id: string;
  /** Its file's name, without the ending. */
  readonly key: string;
  readonly workspace: { readonly name: LocalizedText };
  readonly document: ReportDocument;
  readonly basis: ReportBasis;
}

/** A report to push. */
export interface PushedFile {
  /** The file's name in messages. */
  readonly file: string;
  readonly key: string;
  /** Name of the workspace that a new report is created in, or of its folder. */
  readonly workspace: string;
  readonly document: ReportDocument;
  readonly basis: ReportBasis | null;
}

export interface PushOptions {
  readonly by: ChangeAuthor;
  /** The name of the operator who runs the command, for the audit trail. */
  readonly operator: string;
  readonly publish: boolean;
  readonly note: string;
  /** Whatever the report has become since the file was written. */
  readonly force: boolean;
  /** Those of the files that the tenant lacks. */
  readonly pictures: readonly PictureRow[];
}

export interface PushedReport {
  readonly file: string;
  readonly outcome: 'created' | 'changed' | 'unchanged';
  /** Whether its document is published now. */
  readonly isPublished: boolean;
  /** What the file is based on now. */
  readonly basis: ReportBasis;
}

/** A name as a folder's or file's: 'Board reports' is 'board-reports'. */
export const slugOf = (name: string): string =>
  fold(name)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** Whether a workspace has a name, in any language, or as its folder has it. */
export const isNamed = ({ name }: { readonly name: LocalizedText }, text: string): boolean =>
  [name.en, name.tr ?? name.en].some((one) => fold(one) === fold(text)) || slugOf(name.en) === text;

const isSame = (one: ReportDocument, other: ReportDocument): boolean => operationsBetween(one, other).length === 0;

/** Reports as files: what is written of them, and putting what was changed there into their drafts. */
export class ReportFileService {
  readonly #database: Database;
  readonly #warehouses: WarehouseService;

  constructor({ database, warehouses }: { database: Database; warehouses: WarehouseService }) {
    this.#database = database;
    this.#warehouses = warehouses;
  }

  /** The published reports that a person may open, or with `drafts` what their editors work on; without archived ones. */
  list(actor: TenantActor, { drafts }: { drafts: boolean }): Promise<StoredReport[]> {
    return this.#database.withTenant(
      actor,
      async (tx) => {
        const workspaces = await openWorkspaceById(tx, actor);
        const stored: StoredReport[] = [];
        for (const { row } of await findReports(tx, actor)) {
          const { id, key, version, archivedAt } = row;
          const workspace = workspaces.get(row.workspaceId);
          if (archivedAt !== null || !workspace || (version === 0 && !drafts)) continue;
          const draft = drafts ? await draftOf(tx, id) : null;
          const basis = { version, draft: draft && !isSame(draft.document, row.document) ? draft.revision : null };
          stored.push({ id, key, workspace, document: draft?.document ?? row.document, basis });
        }
        return stored;
      },
      'reads',
    );
  }

  /** Whether the portal has a document, so that a file with it may be written over: as that version, published or draft. */
  has(actor: TenantActor, id: string, { document, version }: { document: ReportDocument; version: number | null }) {
    return this.#database.withTenant(
      actor,
      async (tx) => {
        const { row } = await findReport(tx, actor, id, 'reads');
        const draft = await draftOf(tx, id);
        if (isSame(row.document, document) || (draft && isSame(draft.document, document))) return true;
        if (version === null || version === 0 || version > row.version) return false;
        return isSame(await documentOfVersion(tx, id, version), document);
      },
      'reads',
    );
  }

  /** The pictures of documents, of those that the tenant has. */
  pictures(actor: TenantActor, documents: readonly ReportDocument[]): Promise<ReadonlyMap<string, PictureRow>> {
    return this.#database.withTenant(actor, (tx) => picturesOf(tx, picturesIn(documents)), 'reads');
  }

  /**
   * Puts files into the drafts of their reports, each as one change, and creates the reports that do not exist: all of
   * them or, where anything is in the way, none. CONFLICT with a detail for each file.
   */
  push(actor: TenantActor, files: readonly PushedFile[], options: PushOptions): Promise<PushedReport[]> {
    return this.#database.withTenant(actor, async (tx) => {
      const push = new Push(tx, actor, options, {
        workspaces: [...(await openWorkspaceById(tx, actor)).values()],
        found: new Map((await findReports(tx, actor)).map((found) => [found.row.key, found])),
        warehouse: options.publish ? await this.#warehouses.find(tx) : null,
        keys: new Set(files.map(({ key }) => key)),
      });
      const steps: Step[] = [];
      // In the same order in every run, so that no two wait for each other.
      for (const file of files.toSorted((one, other) => (one.key < other.key ? -1 : 1)))
        steps.push(await push.plan(file));
      push.requireNoIssue();
      if (options.pictures.length > 0) await store(tx, options.pictures);
      const pushed: PushedReport[] = [];
      for (const step of steps) pushed.push(await push.run(step));
      push.requireNoIssue();
      await push.record(pushed);
      return pushed;
    });
  }
}

async function openWorkspaceById(tx: TenantTx, actor: TenantActor): Promise<Map<string, Workspace>> {
  const workspaces = await listOpenWorkspaces(tx, actor);
  return new Map(
    workspaces.filter(({ archivedAt }) => archivedAt === null).map((workspace) => [workspace.id, workspace]),
  );
}

/** What becomes of a file. */
type Step =
  | { readonly does: 'nothing'; readonly file: PushedFile; readonly found: FoundDraft }
  | { readonly does: 'change'; readonly file: PushedFile; readonly found: FoundDraft }
  | { readonly does: 'create'; readonly file: PushedFile; readonly workspace: string | null };

/** One run, in a transaction. */
class Push {
  readonly #tx: TenantTx;
  readonly #actor: TenantActor;
  readonly #options: PushOptions;
  readonly #workspaces: readonly Workspace[];
  readonly #found: ReadonlyMap<string, FoundReport>;
  readonly #warehouse: Warehouse | null;
  readonly #keys: ReadonlySet<string>;
  readonly #issues: ErrorDetail[] = [];

  constructor(
    tx: TenantTx,
    actor: TenantActor,
    options: PushOptions,
    of: {
      workspaces: Workspace[];
      found: Map<string, FoundReport>;
      warehouse: Warehouse | null;
      /** Of all files of the run. */
      keys: ReadonlySet<string>;
    },
  ) {
    this.#tx = tx;
    this.#actor = actor;
    this.#options = options;
    this.#workspaces = of.workspaces;
    this.#found = of.found;
    this.#warehouse = of.warehouse;
    this.#keys = of.keys;
  }

  requireNoIssue(): void {
    if (this.#issues.length > 0)
      throw new UserError('CONFLICT', 'Nothing was pushed. Correct the files, and push again.', this.#issues);
  }

  async plan(file: PushedFile): Promise<Step> {
    const { row } = this.#found.get(file.key) ?? {};
    if (!row) return this.#planNew(file);
    const locked = await findReport(this.#tx, this.#actor, row.id, 'locks');
    const found: FoundDraft = { ...locked, draft: await draftOf(this.#tx, row.id) };
    const does = this.#isDone(file, found) ? 'nothing' : 'change';
    const issue = does === 'change' ? await this.#obstacle(file, found) : null;
    if (issue !== null) this.#issues.push({ field: file.file, message: issue });
    return { does, file, found };
  }

  async #planNew(file: PushedFile): Promise<Step> {
    const fail = (message: string) => void this.#issues.push({ field: file.file, message });
    const workspace = this.#workspaces.find((one) => one.can.edit && isNamed(one, file.workspace));
    if (!workspace) {
      const names = this.#workspaces.filter(({ can }) => can.edit).map(({ name }) => `'${localize(name, 'en')}'`);
      fail(`There is no workspace '${file.workspace}' for a new report. Name one by --workspace: ${names.join(', ')}.`);
    } else if (file.basis && !this.#options.force)
      fail(`There is no report '${file.key}'. To create it, remove 'basedOn' from the file.`);
    else if (await isReportKeyTaken(this.#tx, file.key))
      fail(`Another report is called '${file.key}'. Rename the file.`);
    return { does: 'create', file, workspace: workspace?.id ?? null };
  }

  /** Whether the report is as the file has it, or the file as it was written. */
  #isDone({ document, basis }: PushedFile, found: FoundDraft): boolean {
    const { row } = found;
    const { publish, force } = this.#options;
    const isPublished = row.version > 0 && isSame(row.document, document);
    if (isSame(documentOf(found), document)) return isPublished || !publish;
    return isPublished && basis?.version === row.version && basis.draft === null && !force;
  }

  /** Why a report cannot be changed by a file; null: it can. */
  async #obstacle({ key, basis, document }: PushedFile, found: FoundDraft): Promise<string | null> {
    const { row, can, draft } = found;
    if (row.template !== null)
      return `The report '${key}' comes with a template and changes with that alone. Copy it in the portal, and pull the copy.`;
    if (row.archivedAt !== null)
      return `The report '${key}' is archived. Restore it in the portal, or rename the file.`;
    if (!can.edit) return `The report '${key}' may not be edited by this person.`;
    if (this.#options.force || isSame(documentOf(found), document)) return null;
    if (!basis)
      return `There is a report '${key}' already. Pull it and put your change there, rename the file, or overwrite the report with --force.`;
    if (basis.version !== row.version)
      return `The report has version ${row.version}, and the file is based on ${basis.version}. ${REMEDY}`;
    const revision = draft && (row.version === 0 || row.hasDraft) ? draft.revision : null;
    if (revision === basis.draft) return null;
    if (revision === null) return `The draft that the file is based on was discarded. ${REMEDY}`;
    const editors = await listEditors(this.#tx, row.id, 3);
    const names = editors.flatMap(({ author }) => author ?? []).join(', ');
    return `The report has changes that are not published${names === '' ? '' : `, by ${names}`}. Publish or discard them in the portal, pull them with --draft, or overwrite them with --force.`;
  }

  async run(step: Step): Promise<PushedReport> {
    const { file } = step;
    try {
      if (step.does === 'nothing') return this.#result(step.file, step.found, 'unchanged');
      return step.does === 'create' ? await this.#create(file, step.workspace!) : await this.#change(file, step.found);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const details = error.details ?? [{ field: '', message: error.message }];
      for (const { field, message } of details)
        this.#issues.push({ field: file.file, message: `${field === '' ? '' : `${field}: `}${message}` });
      return { file: file.file, outcome: 'unchanged', isPublished: false, basis: { version: 0, draft: null } };
    }
  }

  async #create(file: PushedFile, workspace: string): Promise<PushedReport> {
    const { document, key } = file;
    await requirePictures(this.#tx, document);
    const row = await addReport(this.#tx, { workspace, document, key, version: 0, author: null });
    const published = this.#options.publish ? await this.#publish(row, document) : row;
    const { version } = published;
    return { file: file.file, outcome: 'created', isPublished: version > 0, basis: { version, draft: null } };
  }

  async #change(file: PushedFile, found: FoundDraft): Promise<PushedReport> {
    const { document } = file;
    const operations = operationsBetween(documentOf(found), document);
    const draft = found.draft?.revision ?? null;
    const revision =
      operations.length === 0
        ? draft
        : await addChange(this.#tx, found, this.#options.by, { id: crypto.randomUUID(), operations });
    const { row } = found;
    // Where the draft becomes what is published already, there is nothing to publish.
    if (!this.#options.publish || (row.version > 0 && isSame(row.document, document)))
      return {
        file: file.file,
        outcome: 'changed',
        isPublished: false,
        basis: { version: row.version, draft: revision },
      };
    const { version } = await this.#publish(row, document);
    return { file: file.file, outcome: 'changed', isPublished: true, basis: { version, draft: null } };
  }

  #result({ file, document }: PushedFile, found: FoundDraft, outcome: PushedReport['outcome']): PushedReport {
    const { row, draft } = found;
    const isPublished = row.version > 0 && isSame(row.document, document);
    return {
      file,
      outcome,
      isPublished,
      basis: { version: row.version, draft: isPublished ? null : (draft?.revision ?? null) },
    };
  }

  #publish(row: FoundReport['row'], document: ReportDocument): Promise<FoundReport['row']> {
    if (!this.#warehouse) throw new UserError('CONFLICT', 'There is no data yet. Import data first.');
    const { by, note } = this.#options;
    return publishDraft(this.#tx, this.#actor, {
      row,
      document,
      warehouse: this.#warehouse,
      author: by.author,
      note,
      coming: this.#keys,
    });
  }

  async record(pushed: readonly PushedReport[]): Promise<void> {
    const files = pushed.filter(({ outcome }) => outcome !== 'unchanged').map(({ file }) => file);
    if (files.length === 0) return;
    const { operator, publish, force, note } = this.#options;
    await writeRecord(this.#tx, this.#actor, {
      action: 'report.push',
      outcome: 'done',
      details: { author: operator, files, publish, force, note },
    });
  }
}

const REMEDY = 'Pull it and put your change there, or overwrite it with --force.';
