import { routes, type ApplicationSettings } from '@rise/contract';
import type { Engine } from '@rise/engine';
import type { FastifyInstance } from 'fastify';
import { alertHandlers } from '../../alerts/alerts.routes.ts';
import { AlertService } from '../../alerts/alerts.service.ts';
import { announcementHandlers } from '../../announcements/announcements.routes.ts';
import { AnnouncementService } from '../../announcements/announcements.service.ts';
import type { FastifyPluginAsync } from 'fastify';
import { SharedLimit } from '../../limits/shared-limit.service.ts';
import { createQuestionEvaluation } from '../../question-evaluation/create-question-evaluation.ts';
import { createAssistant } from '../../assistant/create-assistant.ts';
import { FigureAnswers } from '../../assistant/figure-answers.service.ts';
import type { LanguageModel } from '../../assistant/language-model.ts';
import type { TokenPrices } from '../../assistant/token-budget.service.ts';
import { DomainChecker } from '../../domains/domain-checker.service.ts';
import { domainHandlers } from '../../domains/domains.routes.ts';
import { ProvisioningService } from '../../scim/provisioning.service.ts';
import { provisioningHandlers } from '../../scim/provisioning.routes.ts';
import { ScimAccess } from '../../scim/scim-access.service.ts';
import { ScimRequests } from '../../scim/scim-requests.service.ts';
import { scimPages } from '../../scim/scim.pages.ts';
import { DomainService } from '../../domains/domains.service.ts';
import { identityProviderHandlers } from '../../identity-providers/identity-providers.routes.ts';
import { IdentityProviderService } from '../../identity-providers/identity-providers.service.ts';
import type { ProviderReach } from '../../sessions/tenant-providers.service.ts';
import { dataViewHandlers } from '../../data-view/data-view.routes.ts';
import { DataViewService } from '../../data-view/data-view.service.ts';
import { eventHandlers } from '../../events/events.routes.ts';
import { EmbedIdentityService } from '../../embedding/embed-identity.service.ts';
import { EmbeddedReportService } from '../../embedding/embedded-reports.service.ts';
import { embeddingHandlers } from '../../embedding/embedding.routes.ts';
import { EmbeddingService, type EmbeddingOptions } from '../../embedding/embedding.service.ts';
import { EventService } from '../../events/events.service.ts';
import { InboxService } from '../../inbox/inbox.service.ts';
import { notificationChoiceHandlers } from '../../notification-choices/notification-choices.routes.ts';
import { NotificationChoiceService } from '../../notification-choices/notification-choices.service.ts';
import { profileHandlers } from '../../profile/profile.routes.ts';
import { OwnDataService } from '../../profile/own-data.service.ts';
import { ProfileService } from '../../profile/profile.service.ts';
import { messageHandlers } from '../../inbox/messages.routes.ts';
import { notificationHandlers } from '../../inbox/notifications.routes.ts';
import { chatHandlers } from '../../chat/chat.routes.ts';
import { ChatService } from '../../chat/chat.service.ts';
import { CodeTypeService } from '../../configuration/code-types.service.ts';
import { codeTypeHandlers, configurationHandlers } from '../../configuration/configuration.routes.ts';
import { ConfigurationService } from '../../configuration/configuration.service.ts';
import { ImpactService } from '../../configuration/impact.service.ts';
import { unmappedCodesHandlers } from '../../unmapped-codes/unmapped-codes.routes.ts';
import { UnmappedCodesService } from '../../unmapped-codes/unmapped-codes.service.ts';
import { contactHandlers } from '../../contact/contact.routes.ts';
import { ContactService, type ContactMail } from '../../contact/contact.service.ts';
import { recordLoad } from '../../copies/record-load.ts';
import { createCopies } from '../../copies/create-copies.ts';
import { copyHandlers } from '../../copies/copies.routes.ts';
import { createImports } from '../../imports/create-imports.ts';
import { WatchedFolder } from '../../imports/watched-folder.service.ts';
import { ImportJobs } from '../../imports/import-jobs.service.ts';
import { EXPORT_LINKS_PER_HOUR, ExportLinkService } from '../../export-jobs/export-links.service.ts';
import { exportJobHandlers } from '../../export-jobs/export-jobs.routes.ts';
import { ExportJobService } from '../../export-jobs/export-jobs.service.ts';
import { importHandlers } from '../../imports/imports.routes.ts';
import { AuditShipping } from '../../audit-shipping/audit-shipping.service.ts';
import { createSinks, type ShippingSettings } from '../../audit-shipping/sinks.ts';
import { createAudit, type AuditOptions } from '../../audit/create-audit.ts';
import { installationHandlers } from '../../installation/installation.routes.ts';
import { ReadOnlySwitch } from '../../installation/read-only.service.ts';
import type { Actor, TenantActor } from '../../kernel/actor.ts';
import { bindRoutes } from '../../kernel/api/api.ts';
import type { Database } from '../../kernel/database/database.ts';
import { InsightJobs } from '../../insights/insight-jobs.service.ts';
import { insightHandlers } from '../../insights/insights.routes.ts';
import { InsightService } from '../../insights/insights.service.ts';
import type { ConfluenceReach } from '../../knowledge/confluence/confluence-http.ts';
import { createKnowledge } from '../../knowledge/create-knowledge.ts';
import type { NamedFolder } from '../../knowledge/folders/knowledge-folders.ts';
import { LimitService } from '../../limits/limits.service.ts';
import { MappingApprovalService } from '../../tenant-settings/approval.service.ts';
import { tenantMail, type TenantMail } from '../../mail/mail.ts';
import { mailAdministrationHandlers } from '../../mail-administration/mail-administration.routes.ts';
import { MailAdministrationService } from '../../mail-administration/mail-administration.service.ts';
import { UnsubscribeService } from '../../mail-administration/outside-mail.service.ts';
import { unsubscribePages } from '../../mail-administration/unsubscribe.pages.ts';
import { mappingApprovalHandlers, mappingHandlers } from '../../tenant-settings/mappings.routes.ts';
import { MappingService } from '../../tenant-settings/mappings.service.ts';
import { DatasetGeneratorService } from '../../model-drafts/dataset-generator.service.ts';
import { DraftImpactService } from '../../model-drafts/draft-impact.service.ts';
import { DraftJoinsService } from '../../model-drafts/draft-joins.service.ts';
import { modelDraftHandlers } from '../../model-drafts/model-drafts.routes.ts';
import { ModelDraftService } from '../../model-drafts/model-drafts.service.ts';
import { ModelExchangeService } from '../../model-drafts/model-exchange.service.ts';
import { modelTestHandlers } from '../../model-tests/model-tests.routes.ts';
import { ModelTestService } from '../../model-tests/model-tests.service.ts';
import { TestJobs } from '../../model-tests/test-jobs.service.ts';
import { modelHandlers } from '../../models/models.routes.ts';
import { ModelCheckService } from '../../models/model-check.service.ts';
import { authorOf } from '../../models/author.service.ts';
import { ModelService } from '../../models/models.service.ts';
import { navigationHandlers } from '../../navigation/navigation.routes.ts';
import { openSections, sectionsWith } from '../../navigation/navigation.rules.ts';
import { parameterTableHandlers } from '../../parameter-tables/parameter-tables.routes.ts';
import { ParameterTableStates } from '../../parameter-tables/parameter-tables.service.ts';
import { TableWriter } from '../../parameter-tables/table-writer.service.ts';
import { parameterHandlers } from '../../tenant-settings/parameters.routes.ts';
import { calendarHandlers } from '../../tenant-settings/calendar.routes.ts';
import { CalendarService } from '../../tenant-settings/calendar.service.ts';
import { currencyHandlers } from '../../tenant-settings/currency.routes.ts';
import { CurrencyService } from '../../tenant-settings/currency.service.ts';
import { ParameterImpactService } from '../../tenant-settings/parameter-impact.service.ts';
import { ParameterService } from '../../tenant-settings/parameters.service.ts';
import { questionHandlers } from '../../questions/questions.routes.ts';
import { mcpPages } from '../../mcp/mcp.pages.ts';
import { mcpTools, type McpToolOptions } from '../../mcp/mcp-tools.service.ts';
import { FieldService } from '../../questions/fields.service.ts';
import { QuestionService } from '../../questions/questions.service.ts';
import { queryHandlers } from '../../query/query.routes.ts';
import { QueryService } from '../../query/query.service.ts';
import { AdHocSqlService } from '../../query/ad-hoc-sql.service.ts';
import { sqlWorkbenchHandlers } from '../../sql-workbench/sql-workbench.routes.ts';
import { QueryReportService } from '../../sql-workbench/query-report.service.ts';
import { SqlWorkbenchService } from '../../sql-workbench/sql-workbench.service.ts';
import { ViewAsService } from '../../query/view-as.service.ts';
import { ReportPreviewService } from '../../report-drafts/report-preview.service.ts';
import { reportDraftHandlers } from '../../report-drafts/report-drafts.routes.ts';
import { ReportDraftService } from '../../report-drafts/report-drafts.service.ts';
import { reportOriginHandlers } from '../../report-drafts/report-origin.routes.ts';
import { ReportOriginService } from '../../report-drafts/report-origin.service.ts';
import { ReportPublishingService } from '../../report-drafts/report-publishing.service.ts';
import { reportPictureHandlers } from '../../report-pictures/report-pictures.routes.ts';
import { PictureReader, ReportPictureService } from '../../report-pictures/report-pictures.service.ts';
import { ReportPrinter } from '../../report-exports/print/report-printer.ts';
import { reportExportHandlers } from '../../report-exports/report-exports.routes.ts';
import { ReportExportService, type ReportExportOptions } from '../../report-exports/report-exports.service.ts';
import { createFreezes } from '../../report-freezes/create-freezes.ts';
import { reportCommentHandlers } from '../../report-comments/report-comments.routes.ts';
import { CommentMailService } from '../../report-comments/comment-mail.service.ts';
import { ReportCommentService } from '../../report-comments/report-comments.service.ts';
import { createAlerts } from '../../report-alerts/create-alerts.ts';
import { globalHomeHandlers } from '../../global-home/global-home.routes.ts';
import { GlobalHomeService } from '../../global-home/global-home.service.ts';
import { homeHandlers } from '../../home/home.routes.ts';
import { HomeService } from '../../home/home.service.ts';
import { reportAlertHandlers } from '../../report-alerts/report-alerts.routes.ts';
import {
  createSubscriptions,
  type SubscriptionsOptions,
  type SubscriptionTimes,
} from '../../report-subscriptions/create-subscriptions.ts';
import { reportPresenceHandlers } from '../../report-presence/report-presence.routes.ts';
import { ReportPresenceService } from '../../report-presence/report-presence.service.ts';
import { reportSubscriptionHandlers } from '../../report-subscriptions/report-subscriptions.routes.ts';
import { reportViewHandlers } from '../../report-views/report-views.routes.ts';
import { ReportViewService } from '../../report-views/report-views.service.ts';
import { reportHandlers } from '../../reports/reports.routes.ts';
import { ReportManagementService } from '../../reports/report-management.service.ts';
import { ReportService } from '../../reports/reports.service.ts';
import { QueryLog } from '../../rollups/query-log.service.ts';
import { RollupBuilder } from '../../rollups/rollup-builder.service.ts';
import { rollupHandlers } from '../../rollups/rollups.routes.ts';
import { RollupService } from '../../rollups/rollups.service.ts';
import { PassageService } from '../../search/passages.service.ts';
import { createSearch } from '../../search/create-search.ts';
import type { SearchSources } from '../../search/finder.ts';
import type { SearchRuleStore } from '../../search/search-rules.service.ts';
import { announcementItems, pageItems, tenantItems } from '../../search/search-items.rules.ts';
import type { SearchItem } from '../../search/memory-index.ts';
import { personalTokenHandlers } from '../../sessions/personal-tokens.routes.ts';
import { PersonalTokenService } from '../../sessions/personal-tokens.service.ts';
import { sessionHandlers } from '../../sessions/sessions.routes.ts';
import type { SessionService } from '../../sessions/sessions.service.ts';
import { settingsHandlers, type PortalChoices } from '../../settings/settings.routes.ts';
import { shortcutHandlers } from '../../shortcuts/shortcuts.routes.ts';
import { ShortcutService } from '../../shortcuts/shortcuts.service.ts';
import { supportVisitHandlers } from '../../support-visits/support-visits.routes.ts';
import { SupportVisitService } from '../../support-visits/support-visits.service.ts';
import { createSystem } from '../../system/create-system.ts';
import type { HealthService } from '../../system/health.service.ts';
import { tenantAdministrationHandlers } from '../../tenants/tenant-administration.routes.ts';
import { planLimitHandlers } from '../../plan-limits/plan-limits.routes.ts';
import { brandingHandlers } from '../../branding/branding.routes.ts';
import { BrandingService } from '../../branding/branding.service.ts';
import { PlanLimitService } from '../../plan-limits/plan-limits.service.ts';
import { TenantAdministrationService } from '../../tenants/tenant-administration.service.ts';
import { TenantCreationService } from '../../tenants/tenant-creation.service.ts';
import { TenantDeletionJob } from '../../tenants/tenant-deletion-job.service.ts';
import { featuresOf, tenantsToEnter } from '../../tenants/tenants.service.ts';
import { userHandlers } from '../../user/user.routes.ts';
import { UserService } from '../../user/user.service.ts';
import { InvitationService, type InvitationOptions } from '../../users/invitations.service.ts';
import { GlobalInvitationService } from '../../users/global-invitations.service.ts';
import { globalUserHandlers } from '../../users/global-users.routes.ts';
import { GlobalUserService } from '../../users/global-users.service.ts';
import { UserRemovalService } from '../../users/remove-user.service.ts';
import { RowRuleService } from '../../users/row-rules.service.ts';
import { tenantUserHandlers } from '../../users/users.routes.ts';
import { TenantUserService } from '../../users/users.service.ts';
import { uploadHandlers } from '../../uploads/uploads.routes.ts';
import { ConnectionService } from '../../warehouse/connections.service.ts';
import { warehouseConnectionHandlers } from '../../warehouse/connections.routes.ts';
import { ConnectionStore, type ConnectionStoreOptions } from '../../warehouse/connection-store.service.ts';
import { VersionHistoryService } from '../../warehouse/version-history.service.ts';
import { warehouseHandlers } from '../../warehouse/warehouse.routes.ts';
import { WarehouseService } from '../../warehouse/warehouse.service.ts';
import { webhookHandlers } from '../../webhooks/webhooks.routes.ts';
import { WebhookSender, type WebhookReach } from '../../webhooks/webhook-sender.service.ts';
import { WebhookService } from '../../webhooks/webhooks.service.ts';
import { workspaceHandlers } from '../../workspaces/workspaces.routes.ts';
import { WorkspaceService } from '../../workspaces/workspaces.service.ts';
import { TemplatePublishingService } from '../../workspace-templates/template-publishing.service.ts';
import { TemplateUseService } from '../../workspace-templates/template-use.service.ts';
import { workspaceTemplateHandlers } from '../../workspace-templates/workspace-templates.routes.ts';
import { PDF_ENTRY, PICTURE_ENTRY, PRINT, PRINT_ENTRY } from '../config/paths.ts';
import { createHttpServer } from '../http/http-server.ts';
import { type HttpOptions } from '../http/http-options.ts';
import { toUserError } from '../http/error-response.ts';

/** How often the watched folder is looked at. */
const WATCH_MS = 5000;
/** Of one address: programs of large mail providers unsubscribe for many readers. */
const UNSUBSCRIBE_PER_HOUR = 300;
/** Of one token: Entra sends some 25 a second for an application. */
const SCIM_PER_MINUTE = 1500;
/** Calls of tools by one person's AI clients. */
const MCP_CALLS_PER_MINUTE = 120;

export interface AssemblyOptions extends Omit<
  HttpOptions,
  'bindings' | 'identify' | 'frameAncestors' | 'analytics' | 'limits'
> {
  readonly engine: Engine;
  readonly sessions: SessionService;
  /** Contact messages per hour and address. */
  readonly contactPerHour: number;
  /** Key of the hashes under which addresses are stored. */
  readonly addressKey: Buffer;
  /** Key under which the secrets of sites that embed reports are sealed. */
  readonly embedKey: Buffer;
  /** Key of the links by which addresses without an account unsubscribe from reports. */
  readonly unsubscribeKey: Buffer;
  /** Signs links to prepared exports. */
  readonly exportLinkKey: Buffer;
  /** Folder of the version files, with one folder per tenant. */
  readonly warehouseDirectory: string;
  /** Other servers use the folders of files as well. */
  readonly isShared?: boolean;
  /** Folder of uploaded files, with one folder per tenant. */
  readonly uploadDirectory: string;
  readonly audit: AuditOptions['audit'];
  /** Where the audit trail is shipped to; left out: nowhere. */
  readonly auditShipping?: ShippingSettings;
  /** Folder of rejected rows of imports, with one folder per tenant. */
  readonly rejectDirectory: string;
  /** Folder into which an operator puts files to import, with one folder per tenant, named by its slug. */
  readonly inboxDirectory: string;
  /** Days between scheduling a tenant's deletion and the deletion. */
  readonly deletionDays: number;
  /** Bytes that one tenant's uploads may take up. */
  readonly uploadStorageBytes: number;
  /** How often copies are looked at that may be due, if not every 15 seconds. */
  readonly copyScanMs?: number;
  /** Authority that signs the certificates of servers with files to copy; left out: public ones. */
  readonly fileAuthority?: string;
  /** Clock and intervals of subscriptions and alerts, where tests need others. */
  readonly subscriptionTimes?: SubscriptionTimes;
  /** How soon parameters that could not be written to a warehouse are tried again, if not after 30 seconds. */
  readonly parameterRetryMs?: number;
  /** How external warehouses are reached. */
  readonly warehouseReach: ConnectionStoreOptions;
  /** How webhooks are reached and signed. */
  readonly webhookReach: WebhookReach;
  /** How Confluence sites are reached. */
  readonly confluenceReach: ConfluenceReach;
  /** Folders of Markdown files that the assistant answers from. */
  readonly knowledgeFolders: readonly NamedFolder[];
  /** How the identity providers of tenants are reached, and the issuer of the installation's. */
  readonly providerReach: ProviderReach;
  readonly sharedIssuer: URL;
  /** Servers that are asked for the records of domains, with ports if not 53; empty: those of the system. */
  readonly dnsServers: readonly string[];
  readonly features: ApplicationSettings['features'];
  /** Interval of the event streams' heartbeat; the contract's HEARTBEAT_SECONDS by default. */
  readonly heartbeatMs?: number;
  /** The documents that users can search. */
  readonly documentation: readonly SearchItem[];
  /** The installation's settings for its portal. */
  readonly portal: PortalChoices;
  /** Generates the assistant's answers; null: it only quotes passages. */
  readonly languageModel: LanguageModel | null;
  /** False: people cannot connect AI clients of their own. */
  readonly mcp?: boolean;
  /** What its tokens cost. */
  readonly tokenPrices: TokenPrices;
  /** Questions to the assistant per person and minute. */
  readonly questionsPerMinute: number;
  /** Null where mail is not configured: contact messages are stored only. */
  readonly mail: ContactMail | null;
}

export interface Assembly {
  readonly app: FastifyInstance;
  readonly warehouses: WarehouseService;
  readonly versions: VersionHistoryService;
  readonly reports: ReportService;
  readonly deletions: TenantDeletionJob;
}

/** Builds the slices and the HTTP server over them. The same for `npm start` and for tests. */
export async function assemble(options: AssemblyOptions): Promise<Assembly> {
  const { database, engine, sessions, log } = options;
  const connections = new ConnectionStore(options.warehouseReach);
  const warehouses = createWarehouses(options, connections);
  const versions = new VersionHistoryService({ database, engine, directory: options.warehouseDirectory });
  const loading = createImports({ ...options, warehouses, onLoaded: recordLoad });
  const { uploads, runner, imports, files } = loading;
  const copying = createCopies({ ...options, connections, warehouses }, loading);
  const watched = new WatchedFolder({ database, files, directory: options.inboxDirectory, everyMs: WATCH_MS, log });
  const importJobs = new ImportJobs({ database, imports, runner, uploads, history: versions, watched, log });
  const tableWriter = new TableWriter({ ...options, connections, warehouses });
  const queryLog = new QueryLog({ database, log });
  const deletions = createDeletions(options);
  const rollupBuilder = new RollupBuilder({ database, warehouses, engine, log });
  const onAnswer = (answer: Parameters<typeof options.metrics.observeQuery>[0]) => options.metrics.observeQuery(answer);
  const queries = new QueryService({ engine, warehouses, toUserError, log, queryLog, rollupBuilder, onAnswer });
  const models = new ModelService({ database, warehouses });
  const modelTests = new ModelTestService({ database, engine, models, warehouses });
  const testJobs = new TestJobs({ database, engine, warehouses, log });
  const mappings = new MappingService({ database, warehouses });
  const viewAs = new ViewAsService({ database });
  const workbench = new SqlWorkbenchService({ database });
  const adHocSql = new AdHocSqlService({ database, engine, warehouses, viewAs, workbench, toUserError });
  const reports = new ReportService({ database, warehouses, queries, toUserError, log });
  const mail = tenantMail(options.mail, options.publicUrl);
  const pictures = new PictureReader({ entry: PICTURE_ENTRY });
  const reporting = createReporting({ ...options, mail, pictures, reports, queries, warehouses, toUserError });
  const administration = createAdministration({ ...options, queries }, mail);
  const events = createEvents(options);
  const announcements = new AnnouncementService({ database, log });
  const sources = createSearchSources(options, announcements);
  const search = createSearch({ database, log, sources, slices: [warehouses, reports] });
  const author = (actor: Actor) => authorOf(database, actor);
  const assistant = assistantOver(options, { sources, rules: search.rules, queries, warehouses });
  const mcp = mcpFor(options, { ...assistant.tools, reports, management: new ReportManagementService({ database }) });
  const insights = createInsights(options, warehouses);
  const trail = createTrail(options);
  const system = createSystem(systemOptions(options));
  const bindings = bindRoutes(routes, [
    settingsHandlers({ ...options, embeddedProvider: options.provider !== null }),
    sessionHandlers(sessions),
    ...reporting.handlers,
    queryHandlers(queries, adHocSql, viewAs),
    sqlWorkbenchHandlers(workbench, new QueryReportService({ ...copying, database, models, warehouses })),
    warehouseHandlers(warehouses, versions, author),
    uploadHandlers(uploads),
    importHandlers(imports, runner, author),
    copyHandlers(copying, author),
    dataViewHandlers(new DataViewService({ ...copying, database, engine, warehouses, reports, toUserError, log })),
    warehouseConnectionHandlers(new ConnectionService({ database, engine, warehouses, connections })),
    ...modelingHandlers({ database, engine, models, warehouses, viewAs }),
    rollupHandlers(new RollupService({ database, engine, warehouses })),
    ...tenantHandlers({ ...options, warehouses, mappings, pictures, health: system.health }),
    eventHandlers(events),
    installationHandlers({ readOnly: () => database.readOnly }),
    announcementHandlers(announcements),
    alertHandlers(new AlertService({ database }), modelTests),
    modelTestHandlers(modelTests),
    unmappedCodesHandlers(new UnmappedCodesService({ engine, warehouses })),
    configurationHandlers(
      new ConfigurationService({ database, engine, warehouses, mappings }),
      new ImpactService({ engine, warehouses }),
    ),
    ...accountHandlers({ database, mail, pictures, publicUrl: options.publicUrl }),
    ...administration.handlers,
    trail.handlers,
    system.handlers,
    navigationHandlers((actor) => featuresOf(database, actor, options.features)),
    search.handlers,
    chatHandlers(new ChatService({ database, enabled: options.portal.chat })),
    ...assistant.handlers,
    insights.handlers,
    contactHandlers(new ContactService({ database, mail: options.mail })),
  ]);
  const app = await createHttpServer({
    ...options,
    bindings,
    ...reporting.embeds,
    ...pagesWithLimits({ ...options, pages: [...options.pages, ...mcp.pages] }),
    analytics: options.portal.analyticsKey !== null,
  });
  await events.start();
  // Copies recover after the imports that they run.
  const runners = [
    new ReadOnlySwitch({ database, log }),
    deletions,
    importJobs,
    copying.runner,
    testJobs,
    tableWriter,
    administration.runner,
    search.rebuilder,
    ...assistant.runners,
    insights.jobs,
    system.reports,
  ];
  for (const job of [...runners, trail.sealing, ...reporting.runners, announcements]) await job.start();
  const jobs = [queryLog, rollupBuilder, assistant.evaluations, ...runners, ...reporting.jobs];
  app.addHook('preClose', () => closeJobs({ announcements, events, jobs, sealing: trail.sealing }));
  return { app, warehouses, versions, reports, deletions };
}

interface Closing {
  readonly announcements: AnnouncementService;
  readonly events: { close(): Promise<void> };
  readonly jobs: readonly { close(): Promise<void> }[];
  readonly sealing: { close(): Promise<void> };
}

async function closeJobs({ announcements, events, jobs, sealing }: Closing): Promise<void> {
  announcements.close();
  await events.close();
  await Promise.all(jobs.map((job) => job.close()));
  // Last: it seals what the others recorded.
  await sealing.close();
}

/** What the search finds beside the tenants' entries. */
function createSearchSources(
  { database, documentation, features }: Pick<AssemblyOptions, 'database' | 'documentation' | 'features'>,
  announcements: AnnouncementService,
): SearchSources {
  const screensOf = async (actor: Actor) =>
    openSections(actor.permissions, sectionsWith(await featuresOf(database, actor, features))).flatMap(
      ({ screens }) => screens,
    );
  return {
    pages: async (actor) => pageItems(await screensOf(actor)),
    tenants: async (actor) => tenantItems(await tenantsToEnter(database, actor), actor.kind === 'global'),
    documentation: () => documentation,
    announcements: async (actor) => announcementItems(await announcements.listActive(actor)),
  };
}

function createWarehouses(options: AssemblyOptions, connections: ConnectionStore): WarehouseService {
  const { database, engine, warehouseDirectory: directory, isShared = false } = options;
  return new WarehouseService({ database, engine, directory, isShared, connections });
}

function createDeletions(options: AssemblyOptions): TenantDeletionJob {
  const { database, engine, log, warehouseDirectory, uploadDirectory, rejectDirectory, inboxDirectory } = options;
  const byId = [warehouseDirectory, uploadDirectory, rejectDirectory];
  const releaseFile = (file: string) => engine.versions.release(file);
  return new TenantDeletionJob({ database, directories: { byId, bySlug: inboxDirectory }, releaseFile, log });
}

/** The audit trail: what is sealed is shipped, also at the end. */
function createTrail(options: AssemblyOptions) {
  const { database, log, publicUrl, auditShipping } = options;
  const { handlers, sealing } = createAudit(options);
  const sinks = auditShipping ? createSinks(auditShipping, publicUrl.hostname) : [];
  const shipping = new AuditShipping({ database, sinks, log });
  const start = async () => {
    await sealing.start();
    await shipping.start();
  };
  const close = async () => {
    await sealing.close();
    await shipping.close();
  };
  return { handlers, sealing: { start, close } };
}

function systemOptions(options: AssemblyOptions) {
  const { database, engine, metrics, version, log, mail, warehouseDirectory, uploadDirectory, audit } = options;
  return {
    database,
    version,
    log,
    mail,
    directories: [warehouseDirectory, uploadDirectory, audit.directory],
    queriesNow: () => engine.stats().queries,
    requests: metrics.recentRequests,
    queries: metrics.recentQueries,
  };
}

type ReportingOptions = Omit<ReportExportOptions, 'printer'> &
  Omit<SubscriptionsOptions, 'exports' | 'webhooks' | 'mail'> &
  EmbeddingOptions & {
    readonly sessions: SessionService;
    readonly version: string;
    readonly webhookReach: WebhookReach;
    readonly mail: TenantMail;
    readonly pictures: PictureReader;
    readonly exportLinkKey: Buffer;
  };

/** Reports: what is in which workspace, their figures, their files, how they are sent, and who sees them outside. */
function createReporting({ sessions, pictures, ...options }: ReportingOptions) {
  const { database, reports, warehouses } = options;
  const printer = new ReportPrinter({ folder: PRINT, entry: PRINT_ENTRY });
  const exports = new ReportExportService({ ...options, printer });
  const webhooks = new WebhookSender(options);
  const { runner, subscriptions } = createSubscriptions({ ...options, warehouses, exports, webhooks });
  const exportJobs = new ExportJobService({ ...options, exports });
  const alerting = createAlerts({ ...options, webhooks });
  const identities = new EmbedIdentityService(options);
  const drafts = new ReportDraftService({ database });
  const handlers = [
    reportHandlers(reports, new ReportManagementService({ database })),
    reportExportHandlers(exports),
    exportJobHandlers(exportJobs, new ExportLinkService({ ...options, key: options.exportLinkKey })),
    reportOriginHandlers(new ReportOriginService({ database, drafts })),
    reportDraftHandlers(
      drafts,
      new ReportPreviewService(options),
      new ReportPublishingService({ database, warehouses }),
    ),
    reportPictureHandlers(new ReportPictureService({ database, reader: pictures })),
    reportViewHandlers(new ReportViewService({ database })),
    reportPresenceHandlers(new ReportPresenceService({ database })),
    reportCommentHandlers(new ReportCommentService({ database, mails: new CommentMailService(options) })),
    createFreezes({ ...options, warehouses, software: options.version }),
    reportSubscriptionHandlers(subscriptions),
    reportAlertHandlers(alerting.alerts),
    homeHandlers(new HomeService({ database, reports, subscriptions })),
    workspaceHandlers(new WorkspaceService({ database })),
    workspaceTemplateHandlers(new TemplatePublishingService({ database }), new TemplateUseService({ database })),
    embeddingHandlers(new EmbeddingService(options), new EmbeddedReportService(options)),
    mailAdministrationHandlers(new MailAdministrationService(options)),
    webhookHandlers(new WebhookService({ ...options, wake: () => webhooks.wake() })),
  ] as const;
  const embeds = {
    identify: identities.beside((headers, options) => sessions.identify(headers, options)),
    frameAncestors: (key: string) => identities.frameAncestors(key),
  };
  const runners = [runner, alerting.runner, exportJobs, webhooks];
  return { handlers, runners, embeds, jobs: [...runners, printer] };
}

/** The pages that the server renders, and the limits of single routes and pages. */
function pagesWithLimits(options: AssemblyOptions) {
  const perHour = {
    contact: options.contactPerHour,
    unsubscribe: UNSUBSCRIBE_PER_HOUR,
    'export-link': EXPORT_LINKS_PER_HOUR,
  };
  const limits = new LimitService({ database: options.database, perHour, key: options.addressKey });
  const unsubscribing = unsubscribePages({ subscribers: new UnsubscribeService(options), limits });
  const access = new ScimAccess({ ...options, scimPerMinute: SCIM_PER_MINUTE });
  const provisioning = scimPages({ access, requests: new ScimRequests(options), publicUrl: options.publicUrl });
  return { limits, pages: [...options.pages, unsubscribing, provisioning] };
}

interface QuestionSources {
  readonly sources: SearchSources;
  readonly rules: SearchRuleStore;
  readonly queries: QueryService;
  readonly warehouses: WarehouseService;
}

/** The server for people's own AI clients; none where the installation has it off. */
function mcpFor(options: AssemblyOptions, tools: McpToolOptions): { readonly pages: readonly FastifyPluginAsync[] } {
  const { database, sessions, publicUrl, version, log, addressKey: key } = options;
  if (options.mcp === false) return { pages: [] };
  const limit = new SharedLimit({ database, key, what: 'mcp', most: MCP_CALLS_PER_MINUTE, seconds: 60 });
  const onError = (error: unknown, tool: string) => log.error({ err: error, tool }, 'a tool of an AI client failed');
  const identify = (headers: { authorization: string }) => sessions.identify(headers);
  return { pages: [mcpPages({ database, tools: mcpTools(tools), limit, version, onError, publicUrl, identify })] };
}

/** Questions in words: about data, and to the assistant. */
function assistantOver(options: AssemblyOptions, { sources, rules, ...data }: QuestionSources) {
  const { database } = options;
  const passages = new PassageService({ database, sources, rules });
  const questions = new QuestionService(data);
  const figures = new FigureAnswers({ ...data, questions });
  const fields = new FieldService({ questions });
  const { handlers, cleaner, modelReader } = createAssistant({ ...options, passages, figures, fields });
  const enabled = options.features.chatbot;
  const author = (actor: TenantActor) => authorOf(database, actor);
  const knowledge = createKnowledge({ ...options, pdfEntry: PDF_ENTRY });
  const known = { questions, figures, modelReader, enabled, author };
  const evaluation = createQuestionEvaluation({ ...options, ...data, ...known });
  const all = [...handlers, ...knowledge.handlers, questionHandlers(questions), evaluation.handlers] as const;
  const runners = [cleaner, knowledge.runner];
  return { handlers: all, runners, evaluations: evaluation.jobs, tools: { passages, figures, fields } };
}

/** What is found in the data, and its computation in the background. */
function createInsights({ database, engine, log, features }: AssemblyOptions, warehouses: WarehouseService) {
  const enabled = features.insights;
  const handlers = insightHandlers(new InsightService({ database, warehouses, enabled }));
  return { handlers, jobs: new InsightJobs({ database, engine, warehouses, enabled, log }) };
}

/** What administrators do about people: those of a tenant, with the domains by which they join, and those above. */
function createAdministration(
  options: InvitationOptions &
    Pick<AssemblyOptions, 'dnsServers' | 'log' | 'providerReach' | 'sharedIssuer'> & { readonly queries: QueryService },
  mail: TenantMail,
) {
  const runner = new DomainChecker({ ...options, mail });
  const handlers = [
    tenantUserHandlers({
      users: new TenantUserService(options),
      removal: new UserRemovalService(options),
      invitations: new InvitationService(options),
      rowRules: new RowRuleService(options),
    }),
    domainHandlers(new DomainService({ ...options, mail, checker: runner })),
    identityProviderHandlers(new IdentityProviderService(options)),
    provisioningHandlers(new ProvisioningService(options)),
    globalUserHandlers({
      users: new GlobalUserService(options),
      invitations: new GlobalInvitationService(options),
    }),
  ] as const;
  return { handlers, runner };
}

function createEvents({ database, log, heartbeatMs, metrics, engine }: AssemblyOptions): EventService {
  const events = new EventService({ database, log, ...(heartbeatMs !== undefined && { heartbeatMs }) });
  addGauges({ metrics, engine }, events);
  return events;
}

function addGauges({ metrics, engine }: Pick<AssemblyOptions, 'metrics' | 'engine'>, events: EventService): void {
  metrics.gauge('rise_event_streams', 'Open event streams', () => events.count());
  const queriesNow = () => engine.stats().queries;
  metrics.gauge('rise_queries_running', 'Queries that a warehouse works on', () => queriesNow().running);
  metrics.gauge('rise_queries_waiting', 'Queries that wait for their turn', () => queriesNow().waiting);
}

/** What belongs to the signed-in person. */
function accountHandlers(services: {
  readonly database: Database;
  readonly mail: TenantMail;
  readonly pictures: PictureReader;
  readonly publicUrl: URL;
}) {
  const { database } = services;
  return [
    messageHandlers(new InboxService({ database, kind: 'message' })),
    notificationHandlers(new InboxService({ database, kind: 'notification' })),
    notificationChoiceHandlers(new NotificationChoiceService({ database })),
    shortcutHandlers(new ShortcutService({ database })),
    userHandlers(new UserService({ database })),
    profileHandlers(new ProfileService(services), new OwnDataService(services)),
    personalTokenHandlers(new PersonalTokenService(services)),
  ];
}

interface Foundations {
  readonly database: Database;
  readonly engine: Engine;
  readonly warehouses: WarehouseService;
}

function modelingHandlers(services: Foundations & { models: ModelService; viewAs: ViewAsService }) {
  const { models, viewAs, warehouses } = services;
  const drafts = new ModelDraftService(services);
  return [
    modelHandlers(models, new ModelCheckService(services)),
    codeTypeHandlers(new CodeTypeService({ models, drafts, warehouses })),
    modelDraftHandlers({
      drafts,
      impact: new DraftImpactService(services),
      joins: new DraftJoinsService(services),
      generator: new DatasetGeneratorService(services),
      exchange: new ModelExchangeService({ models, reader: services.engine.models }),
      viewAs,
    }),
  ];
}

function tenantHandlers(
  services: Foundations &
    Pick<AssemblyOptions, 'warehouseDirectory' | 'uploadDirectory' | 'deletionDays'> &
    InvitationOptions & { mappings: MappingService; pictures: PictureReader; health: HealthService },
) {
  const calendars = new CalendarService(services);
  const currencies = new CurrencyService(services);
  const invitations = new InvitationService(services);
  const templates = new TemplateUseService(services);
  const brandings = new BrandingService(services);
  const creation = new TenantCreationService({ ...services, invitations, calendars, currencies, templates, brandings });
  const plans = new PlanLimitService(services);
  return [
    planLimitHandlers(plans),
    brandingHandlers(brandings),
    globalHomeHandlers(new GlobalHomeService({ ...services, plans })),
    supportVisitHandlers(new SupportVisitService(services)),
    tenantAdministrationHandlers(new TenantAdministrationService({ ...services, creation })),
    mappingHandlers(services.mappings),
    mappingApprovalHandlers(new MappingApprovalService(services)),
    parameterHandlers(new ParameterService(services), new ParameterImpactService(services)),
    parameterTableHandlers(new ParameterTableStates(services)),
    calendarHandlers(calendars),
    currencyHandlers(currencies),
  ];
}
