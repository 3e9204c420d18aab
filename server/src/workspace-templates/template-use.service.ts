import { localize, type OfferedTemplate, type Workspace } from '@rise/contract';
import type { TenantActor } from '../kernel/actor.ts';
import type { Database, TenantTx } from '../kernel/database/database.ts';
import { invalidField, notFound, UserError } from '../kernel/errors/user-error.ts';
import { authorOf } from '../models/author.service.ts';
import { newestModel } from '../models/stored-models.service.ts';
import { picturesIn, picturesOf, store } from '../report-pictures/report-pictures.service.ts';
import { addReport, findReports } from '../reports/report-changes.service.ts';
import {
  releaseReport,
  requirePlaceForReports,
  templateReports,
  writeTemplateReport,
  type TemplateReports,
} from '../reports/report-templates.service.ts';
import {
  addTemplateWorkspace,
  addWorkspace,
  listOpenWorkspaces,
  publishWorkspacesChanged,
  putTemplateWorkspace,
  requireWorkspace,
} from '../workspaces/workspaces.service.ts';
import { describePlan, freeKey, lacksOf, planVersion, withTargets, type Plan } from './template-reports.rules.ts';
import * as sql from './workspace-templates.sql.ts';

const NOT_OFFERED = 'A template is not offered to new tenants any more. Choose again.';

/** How a tenant's workspace names the template that it follows. */
const templateName = (id: string) => `published/${id}`;

/** Templates of workspaces, as a tenant's administrators see and use them. */
export class TemplateUseService {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  list(actor: TenantActor): Promise<OfferedTemplate[]> {
    return this.#database.withTenant(actor, (tx) => listFor(tx, actor), 'reads');
  }

  /**
   * NOT_FOUND for a template that is not for the tenant; CONFLICT where another version was published since, where it was
   * added already, where no report fits the model, and for a name that another workspace has.
   */
  add(actor: TenantActor, id: string, version: number): Promise<Workspace> {
    return this.#database.withTenant(actor, async (tx) => {
      const offer = await requireOffer(tx, id, version);
      if ((await sql.listOwnUses(tx)).some(({ template }) => template === id))
        throw new UserError('CONFLICT', 'This template was added already. Update its workspace instead.');
      const workspace = await addWorkspaceOf(tx, actor, offer);
      const plan = await planFor(tx, offer, await templateReports(tx, 'locks'), null);
      if (plan.added.length === 0)
        throw new UserError(
          'CONFLICT',
          'Your model can show none of its reports. Add what it lacks to your model first.',
        );
      await sql.insertUse(tx, { template: id, workspace, version });
      await applyPlan(tx, { template: id, workspace }, plan);
      return requireWorkspace(tx, actor, workspace);
    });
  }

  /**
   * Gives a new tenant the workspaces of these templates, all or none. What its model cannot show yet is offered to its
   * administrators as an update once it can. VALIDATION_FAILED for a template that is not for the tenant.
   */
  async start(actor: TenantActor, ids: readonly string[]): Promise<void> {
    await this.#database.withTenant(actor, async (tx) => {
      const offers = new Map((await sql.listOffers(tx)).map((offer) => [offer.id, offer]));
      for (const id of ids) {
        const offer = offers.get(id);
        if (!offer) throw invalidField('templates', NOT_OFFERED);
        const workspace = await addWorkspaceOf(tx, actor, offer);
        const plan = await planFor(tx, offer, await templateReports(tx, 'locks'), null);
        await sql.insertUse(tx, { template: id, workspace, version: offer.version });
        await applyPlan(tx, { template: id, workspace }, plan);
      }
    });
  }

  /** NOT_FOUND as `add`; CONFLICT where another version was published since, and where the workspace is archived. */
  update(actor: TenantActor, id: string, version: number): Promise<Workspace> {
    return this.#database.withTenant(actor, async (tx) => {
      const offer = await requireOffer(tx, id, version);
      const use = (await sql.listOwnUses(tx)).find(({ template }) => template === id);
      if (!use) throw notFound();
      const { archivedAt } = await requireWorkspace(tx, actor, use.workspace);
      if (archivedAt !== null)
        throw new UserError('CONFLICT', 'The workspace of this template is archived. Restore it before you update it.');
      const plan = await planFor(tx, offer, await templateReports(tx, 'locks'), use.workspace);
      const { name, description, icon, color } = offer;
      await putTemplateWorkspace(tx, templateName(id), { name, description, icon, color });
      await sql.updateUse(tx, id, version);
      await applyPlan(tx, use, plan);
      return requireWorkspace(tx, actor, use.workspace);
    });
  }

  /** CONFLICT for a workspace that follows no template or is archived, and for a name that another one has. */
  async fork(actor: TenantActor, id: string, name: string): Promise<Workspace> {
    const author = await authorOf(this.#database, actor);
    return this.#database.withTenant(actor, async (tx) => {
      const origin = await requireWorkspace(tx, actor, id);
      if (!origin.template || origin.archivedAt !== null)
        throw new UserError('CONFLICT', 'Only a workspace that follows a template can be copied as a whole.');
      const { icon, color, everyone } = origin;
      const description = origin.description ? localize(origin.description, actor.language ?? 'en') : '';
      const forked = await addWorkspace(tx, actor, { name, description, icon, color, everyone });
      await copyReports(tx, actor, { from: id, to: forked.id, author });
      return requireWorkspace(tx, actor, forked.id);
    });
  }
}

const addWorkspaceOf = (
  tx: TenantTx,
  actor: TenantActor,
  { id, name, description, icon, color }: sql.OfferRow,
): Promise<string> => addTemplateWorkspace(tx, actor, templateName(id), { name, description, icon, color });

/** Copies the reports of a template, which open each other as the originals do. */
async function copyReports(
  tx: TenantTx,
  actor: TenantActor,
  { from, to, author }: { from: string; to: string; author: string | null },
): Promise<void> {
  const taken = new Set((await templateReports(tx, 'locks')).keys);
  const rows = (await findReports(tx, actor)).flatMap(({ row, can }) =>
    row.workspaceId === from && row.template !== null && row.archivedAt === null && can.copy ? [row] : [],
  );
  await requirePlaceForReports(tx, rows.length);
  const keyOf = new Map<string, string>();
  for (const { key } of rows) {
    const own = freeKey(key, taken);
    taken.add(own);
    keyOf.set(key, own);
  }
  for (const row of rows) {
    const document = withTargets(row.document, (key) => keyOf.get(key) ?? key);
    await addReport(tx, { workspace: to, document, version: 1, author, key: keyOf.get(row.key)!, copyOf: row });
  }
}

/** NOT_FOUND for one that is not for the tenant; CONFLICT where another version is offered by now. */
async function requireOffer(tx: TenantTx, id: string, version: number): Promise<sql.OfferRow> {
  const offer = (await sql.listOffers(tx)).find((one) => one.id === id);
  if (!offer) throw notFound();
  if (offer.version !== version)
    throw new UserError('CONFLICT', `Version ${offer.version} was published meanwhile. Look at it again.`);
  return offer;
}

async function planFor(
  tx: TenantTx,
  { reports }: Pick<sql.OfferRow, 'reports'>,
  { ofTemplates, keys }: TemplateReports,
  workspace: string | null,
): Promise<Plan> {
  const model = (await newestModel(tx))?.model.model ?? null;
  const used = ofTemplates.filter((report) => report.workspace === workspace);
  return planVersion({ version: reports, used, keys, model });
}

async function applyPlan(
  tx: TenantTx,
  { template: id, workspace }: Pick<sql.UseRow, 'template' | 'workspace'>,
  { added, changed, removed }: Plan,
): Promise<void> {
  await requirePlaceForReports(tx, added.length);
  await takePictures(tx, id, [...added, ...changed]);
  for (const report of [...added, ...changed]) await writeTemplateReport(tx, workspace, report);
  for (const { template } of removed) await releaseReport(tx, template);
  await publishWorkspacesChanged(tx);
}

/** Stores the pictures that reports of a template show. STORAGE_FULL where the tenant has too many. */
async function takePictures(tx: TenantTx, template: string, reports: Plan['added']): Promise<void> {
  const references = picturesIn(reports.map(({ document }) => document));
  const own = await picturesOf(tx, references);
  const missing = [...new Set(references.map(({ hash }) => hash))].filter((hash) => !own.has(hash));
  if (missing.length > 0) await store(tx, await sql.picturesOfOffer(tx, template, missing));
}

/** Those that are offered, by name, and those that the tenant still has without an offer. */
async function listFor(tx: TenantTx, actor: TenantActor): Promise<OfferedTemplate[]> {
  const [offers, uses, active, workspaces, reports] = await Promise.all([
    sql.listOffers(tx),
    sql.listOwnUses(tx),
    newestModel(tx),
    listOpenWorkspaces(tx, actor),
    templateReports(tx, 'reads'),
  ]);
  const model = active?.model.model ?? null;
  const workspaceById = new Map(workspaces.map((workspace) => [workspace.id, workspace]));
  const offered = await Promise.all(
    offers.map(async ({ history, reports: documents, ...offer }): Promise<OfferedTemplate> => {
      const use = uses.find(({ template }) => template === offer.id) ?? null;
      const update = use && describeUpdate(await planFor(tx, { reports: documents }, reports, use.workspace));
      const isCurrent = use?.version === offer.version && !update?.isChange;
      return {
        ...offer,
        history: history.map(({ publishedAt, ...of }) => ({ ...of, publishedAt: new Date(publishedAt).toISOString() })),
        reports: documents.map(({ document }) => ({
          title: document.title,
          purpose: document.purpose,
          lacks: lacksOf(document, model),
        })),
        isOffered: true,
        use: use && {
          ...placeOf(use, workspaceById),
          update: isCurrent ? null : update!.description,
        },
      };
    }),
  );
  const isOffered = new Set(offers.map(({ id }) => id));
  const withoutOffer = uses
    .filter(({ template }) => !isOffered.has(template))
    .flatMap((use): OfferedTemplate[] => {
      const workspace = workspaceById.get(use.workspace);
      if (!workspace) return [];
      const { name, description, icon, color } = workspace;
      const own = reports.ofTemplates.filter((report) => report.workspace === use.workspace);
      return [
        {
          id: use.template,
          name,
          description: description ?? name,
          icon,
          color,
          version: use.version,
          history: [],
          reports: own.map(({ document: { title, purpose } }) => ({ title, purpose, lacks: [] })),
          isOffered: false,
          use: { ...placeOf(use, workspaceById), update: null },
        },
      ];
    });
  return [...offered, ...withoutOffer];
}

const describeUpdate = (plan: Plan) => ({
  isChange: plan.added.length + plan.changed.length + plan.removed.length > 0,
  description: describePlan(plan),
});

const placeOf = ({ workspace, version }: sql.UseRow, workspaces: ReadonlyMap<string, Workspace>) => ({
  workspace,
  version,
  isArchived: (workspaces.get(workspace)?.archivedAt ?? null) !== null,
});
