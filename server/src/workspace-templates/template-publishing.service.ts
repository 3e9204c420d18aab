import { randomUUID } from 'node:crypto';
import type {
  ErrorDetail,
  PublicationPreview,
  PublishedTemplate,
  TemplatePublication,
  Workspace,
} from '@rise/contract';
import { checkReport } from '@rise/engine';
import { notify, type NewNotification } from '../inbox/inbox.service.ts';
import { SYSTEM, systemIn, type Actor, type TenantActor } from '../kernel/actor.ts';
import type { Database, GlobalTx, TenantTx } from '../kernel/database/database.ts';
import { invalidField, notFound, UserError } from '../kernel/errors/user-error.ts';
import { publish } from '../kernel/events.ts';
import { authorOf } from '../models/author.service.ts';
import { listAdministrators, newestModel } from '../models/stored-models.service.ts';
import { picturesIn, picturesOf, type PictureRow } from '../report-pictures/report-pictures.service.ts';
import { findReports } from '../reports/report-changes.service.ts';
import { placeIn } from '../reports/report-checks.service.ts';
import { activeTenants, type Tenant } from '../tenants/tenants.service.ts';
import { requireWorkspace } from '../workspaces/workspaces.service.ts';
import { newVersionNotification, withdrawnNotification } from './template-notices.rules.ts';
import { compareVersions, foreignTargets, type VersionReport } from './template-reports.rules.ts';
import * as sql from './workspace-templates.sql.ts';

const MAX_TEMPLATE_REPORTS = 200;
/** Of all pictures together, which are in one row. */
const MAX_PICTURE_BYTES = 32 * 1024 ** 2;

/** A report of the workspace that is published; its id is still that of the tenant. */
interface SourceReport extends VersionReport {
  readonly problems: readonly ErrorDetail[];
}

interface Source {
  readonly workspace: Workspace;
  readonly reports: readonly SourceReport[];
}

/** Templates of workspaces, as those see them who publish. */
export class TemplatePublishingService {
  readonly #database: Database;

  constructor({ database }: { database: Database }) {
    this.#database = database;
  }

  /** NOT_FOUND for a workspace that the person may not open, and for one that follows a template itself. */
  async preview(actor: TenantActor, workspace: string): Promise<PublicationPreview> {
    const { reports } = await this.#source(actor, workspace);
    const tenants = await activeTenants(this.#database);
    return this.#database.withGlobal(
      actor,
      async (tx) => {
        const last = await sql.templateOf(tx, actor.tenantId, workspace);
        const ids = last ? await sql.reportIds(tx, last.id) : new Map<string, string>();
        const next = reports.map((report) => ({ ...report, id: ids.get(report.id) ?? report.id }));
        const { changes } = compareVersions(last?.reports ?? [], next);
        return {
          template: last ? (await presentAll(tx, [last], tenants))[0]! : null,
          reports: next.map(({ id, document, problems }) => ({
            title: document.title,
            change: changes.get(id)!,
            problems: problems.map(({ message }) => message),
          })),
          removed: (last?.reports ?? []).flatMap(({ id, document }) => (changes.has(id) ? [] : [document.title])),
          tenants: namesOf(tenants.filter(({ id }) => id !== actor.tenantId)),
        };
      },
      'reads',
    );
  }

  /**
   * CONFLICT where someone else published since, and where nothing differs; VALIDATION_FAILED for an unknown tenant, for
   * a workspace without a published report, and for reports that name what the model lacks or open reports elsewhere.
   */
  async publish(
    actor: TenantActor,
    workspace: string,
    { basedOn, note, ...texts }: TemplatePublication,
  ): Promise<PublishedTemplate> {
    const [author, source, tenants] = await Promise.all([
      authorOf(this.#database, actor),
      this.#source(actor, workspace),
      activeTenants(this.#database),
    ]);
    requireTenants(texts.tenants, tenants);
    requirePublishable(source.reports);
    const pictures = await this.#pictures(actor, source.reports);
    const { row, difference, published } = await this.#database.withGlobal(actor, async (tx) => {
      const last = await sql.lockTemplateOf(tx, actor.tenantId, workspace);
      if ((last?.version ?? 0) !== basedOn)
        throw new UserError('CONFLICT', 'Someone else published this workspace meanwhile. Look at it again.');
      const id = last?.id ?? randomUUID();
      const ids = last ? await sql.reportIds(tx, id) : new Map<string, string>();
      const added = source.reports
        .filter((report) => !ids.has(report.id))
        .map((report) => ({ source: report.id, id: randomUUID() }));
      for (const report of added) ids.set(report.source, report.id);
      const reports = source.reports.map(({ id: of, key, document }) => ({ id: ids.get(of)!, key, document }));
      const compared = compareVersions(last?.reports ?? [], reports);
      if (last && !isNews(last, texts, compared))
        throw new UserError('CONFLICT', 'Nothing has changed since the last version. There is nothing to publish.');
      const { icon, color } = source.workspace;
      const stored = await sql.putVersion(tx, {
        ...texts,
        id,
        version: basedOn + 1,
        icon,
        color,
        reports,
        sourceTenant: actor.tenantId,
        sourceWorkspace: workspace,
        pictures,
        note,
        author,
      });
      await sql.insertReportIds(tx, id, added);
      await publish(tx, { kind: 'workspaces', to: 'everybody' });
      return { row: stored, difference: compared, published: (await presentAll(tx, [stored], tenants))[0]! };
    });
    await this.#notifyUsers(row, newVersionNotification(row, { ...difference, version: row.version, note }), true);
    return published;
  }

  /** All templates, and the tenants that there are. */
  async list(actor: Actor): Promise<{ templates: PublishedTemplate[]; tenants: PublicationPreview['tenants'] }> {
    const tenants = await activeTenants(this.#database);
    const templates = await this.#database.withGlobal(
      actor,
      async (tx) => presentAll(tx, await sql.listTemplates(tx), tenants),
      'reads',
    );
    return { templates, tenants: namesOf(tenants) };
  }

  /** VALIDATION_FAILED for an unknown tenant. */
  async setTenants(actor: Actor, id: string, audience: readonly string[] | null): Promise<PublishedTemplate> {
    const tenants = await activeTenants(this.#database);
    requireTenants(audience, tenants);
    return (await this.#change(actor, id, { tenants: audience }, tenants)).published;
  }

  /** Tenants that use it keep what they have, and their administrators are notified. */
  async withdraw(actor: Actor, id: string): Promise<PublishedTemplate> {
    const tenants = await activeTenants(this.#database);
    const { before, published } = await this.#change(actor, id, { isWithdrawn: true }, tenants);
    if (before.withdrawnAt === null) await this.#notifyUsers(before, withdrawnNotification(before), false);
    return published;
  }

  async offer(actor: Actor, id: string): Promise<PublishedTemplate> {
    const tenants = await activeTenants(this.#database);
    return (await this.#change(actor, id, { isWithdrawn: false }, tenants)).published;
  }

  #change(
    actor: Actor,
    id: string,
    change: Parameters<typeof sql.updateTemplate>[2],
    tenants: readonly Tenant[],
  ): Promise<{ before: sql.TemplateRow; published: PublishedTemplate }> {
    return this.#database.withGlobal(actor, async (tx) => {
      const before = await sql.lockTemplate(tx, id);
      if (!before) throw notFound();
      await sql.updateTemplate(tx, id, change);
      await publish(tx, { kind: 'workspaces', to: 'everybody' });
      const after = (await sql.lockTemplate(tx, id))!;
      return { before, published: (await presentAll(tx, [after], tenants))[0]! };
    });
  }

  #source(actor: TenantActor, id: string): Promise<Source> {
    return this.#database.withTenant(actor, (tx) => readSource(tx, actor, id), 'reads');
  }

  /** Their bytes, which only a version needs. VALIDATION_FAILED where they are too many. */
  async #pictures(actor: TenantActor, reports: readonly SourceReport[]): Promise<PictureRow[]> {
    const references = picturesIn(reports.map(({ document }) => document));
    const found = await this.#database.withTenant(actor, (tx) => picturesOf(tx, references), 'reads');
    const pictures = [...found.values()];
    if (pictures.reduce((sum, { bytes }) => sum + bytes.length, 0) > MAX_PICTURE_BYTES) {
      const most = MAX_PICTURE_BYTES / 1024 ** 2;
      throw invalidField('reports', `The pictures of a template have at most ${most} MB. Leave some out.`);
    }
    return pictures;
  }

  /** `onlyOffered`: not those for which the template is no longer. */
  async #notifyUsers(
    { id, tenants }: Pick<sql.TemplateRow, 'id' | 'tenants'>,
    notification: NewNotification,
    onlyOffered: boolean,
  ): Promise<void> {
    const uses = await this.#database.withGlobal(SYSTEM, (tx) => sql.listUses(tx, id), 'reads');
    for (const { tenant } of uses) {
      if (onlyOffered && tenants !== null && !tenants.includes(tenant)) continue;
      const people = await this.#database.withGlobal(SYSTEM, (tx) => listAdministrators(tx, tenant), 'reads');
      await this.#database.withTenant(systemIn(tenant), (tx) => notify(tx, people, notification));
    }
  }
}

/** The workspace with its published reports, by title. */
async function readSource(tx: TenantTx, actor: TenantActor, id: string): Promise<Source> {
  const workspace = await requireWorkspace(tx, actor, id);
  if (!workspace.can.publish) throw notFound();
  const [found, active] = await Promise.all([findReports(tx, actor), newestModel(tx)]);
  const rows = found
    .map(({ row }) => row)
    .filter(({ workspaceId, archivedAt, version }) => workspaceId === id && archivedAt === null && version > 0);
  const keys = new Set(rows.map(({ key }) => key));
  const reports = rows.map(({ id: report, key, document }) => {
    const problems: ErrorDetail[] = [];
    const field = `reports.${key}`;
    if (active)
      checkReport(document, active.model.model, (path, message) =>
        problems.push({ field, message: `${placeIn(document, path)}: ${message}` }),
      );
    else problems.push({ field, message: 'There is no model to check it against. Add one first.' });
    for (const target of foreignTargets(document, keys))
      problems.push({
        field,
        message: `It opens the report '${target}', which is not published in this workspace. Move that one here, or leave it out.`,
      });
    return { id: report, key, document, problems };
  });
  return { workspace, reports };
}

function requirePublishable(reports: readonly SourceReport[]): void {
  if (reports.length === 0)
    throw new UserError('VALIDATION_FAILED', 'There is no published report in this workspace. Publish one first.', [
      { field: 'reports', message: 'Publish a report in this workspace.' },
    ]);
  if (reports.length > MAX_TEMPLATE_REPORTS)
    throw new UserError('VALIDATION_FAILED', undefined, [
      { field: 'reports', message: `A template has at most ${MAX_TEMPLATE_REPORTS} reports. Move some elsewhere.` },
    ]);
  const problems = reports.flatMap((report) => report.problems);
  if (problems.length > 0)
    throw new UserError(
      'VALIDATION_FAILED',
      'Some reports have errors, so nothing was published. Correct them first.',
      problems,
    );
}

function requireTenants(audience: readonly string[] | null, tenants: readonly Tenant[]): void {
  const known = new Set(tenants.map(({ id }) => id));
  const details = (audience ?? []).flatMap((id, index) =>
    known.has(id) ? [] : [{ field: `tenants.${index}`, message: 'There is no such tenant. Choose another one.' }],
  );
  if (details.length > 0) throw new UserError('VALIDATION_FAILED', undefined, details);
}

/** Whether a version differs from the last one; one that was withdrawn is offered again as it is. */
function isNews(
  last: sql.TemplateRow,
  { name, description }: Pick<TemplatePublication, 'name' | 'description'>,
  { added, changed, removed }: ReturnType<typeof compareVersions>,
): boolean {
  const texts = ({ en, tr }: { en: string; tr?: string | undefined }) => `${en}\n${tr ?? ''}`;
  const isRenamed = texts(last.name) !== texts(name) || texts(last.description) !== texts(description);
  return added + changed + removed > 0 || isRenamed || last.withdrawnAt !== null;
}

const namesOf = (tenants: readonly Tenant[]) => tenants.map(({ id, name }) => ({ id, name }));

async function presentAll(
  tx: GlobalTx,
  rows: readonly sql.TemplateRow[],
  tenants: readonly Tenant[],
): Promise<PublishedTemplate[]> {
  const [versions, uses] = await Promise.all([sql.listVersions(tx), sql.listUses(tx, null)]);
  const nameOf = new Map(tenants.map(({ id, name }) => [id, name]));
  return rows.map(({ id, name, description, icon, color, version, tenants: audience, sourceTenant, withdrawnAt }) => ({
    id,
    name,
    description,
    icon,
    color,
    version,
    tenants: audience,
    withdrawnAt: withdrawnAt?.toISOString() ?? null,
    source: namesOf(tenants).find((tenant) => tenant.id === sourceTenant) ?? null,
    versions: versions
      .filter(({ template }) => template === id)
      .map(({ number, note, author, publishedAt, reports }) => ({
        number,
        note,
        author,
        publishedAt: publishedAt.toISOString(),
        reports,
      })),
    users: uses
      .filter(({ template }) => template === id)
      .flatMap((use) => {
        const tenant = nameOf.get(use.tenant);
        return tenant === undefined ? [] : [{ tenant, version: use.version }];
      })
      .toSorted((one, other) => one.tenant.localeCompare(other.tenant)),
  }));
}
