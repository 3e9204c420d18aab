import { routes } from '@rise/contract';
import { alertHandlers } from '../../alerts/alerts.routes.ts';
import { AlertService } from '../../alerts/alerts.service.ts';
import { announcementHandlers } from '../../announcements/announcements.routes.ts';
import { AnnouncementService } from '../../announcements/announcements.service.ts';
import { chatHandlers } from '../../chat/chat.routes.ts';
import { ChatService } from '../../chat/chat.service.ts';
import { configurationHandlers } from '../../configuration/configuration.routes.ts';
import { ConfigurationService } from '../../configuration/configuration.service.ts';
import { ImpactService } from '../../configuration/impact.service.ts';
import { contactHandlers } from '../../contact/contact.routes.ts';
import { ContactService } from '../../contact/contact.service.ts';
import { copyHandlers } from '../../copies/copies.routes.ts';
import { createCopies } from '../../copies/create-copies.ts';
import { recordLoad } from '../../copies/record-load.ts';
import { dataViewHandlers } from '../../data-view/data-view.routes.ts';
import { DataViewService } from '../../data-view/data-view.service.ts';
import { eventHandlers } from '../../events/events.routes.ts';
import { createImports } from '../../imports/create-imports.ts';
import { ImportJobs } from '../../imports/import-jobs.service.ts';
import { importHandlers } from '../../imports/imports.routes.ts';
import { WatchedFolder } from '../../imports/watched-folder.service.ts';
import { installationHandlers } from '../../installation/installation.routes.ts';
import { ReadOnlySwitch } from '../../installation/read-only.service.ts';
import type { Actor } from '../../kernel/actor.ts';
import { bindRoutes } from '../../kernel/api/api.ts';
import { tenantMail } from '../../mail/mail.ts';
import { modelTestHandlers } from '../../model-tests/model-tests.routes.ts';
import { ModelTestService } from '../../model-tests/model-tests.service.ts';
import { TestJobs } from '../../model-tests/test-jobs.service.ts';
import { authorOf } from '../../models/author.service.ts';
import { ModelService } from '../../models/models.service.ts';
import { navigationHandlers } from '../../navigation/navigation.routes.ts';
import { TableWriter } from '../../parameter-tables/table-writer.service.ts';
import { AdHocSqlService } from '../../query/ad-hoc-sql.service.ts';
import { queryHandlers } from '../../query/query.routes.ts';
import { QueryService } from '../../query/query.service.ts';
import { ViewAsService } from '../../query/view-as.service.ts';
import { PictureReader } from '../../report-pictures/report-pictures.service.ts';
import { ReportManagementService } from '../../reports/report-management.service.ts';
import { ReportService } from '../../reports/reports.service.ts';
import { QueryLog } from '../../rollups/query-log.service.ts';
import { RollupBuilder } from '../../rollups/rollup-builder.service.ts';
import { rollupHandlers } from '../../rollups/rollups.routes.ts';
import { RollupService } from '../../rollups/rollups.service.ts';
import { createSearch } from '../../search/create-search.ts';
import { sessionHandlers } from '../../sessions/sessions.routes.ts';
import { settingsHandlers } from '../../settings/settings.routes.ts';
import { QueryReportService } from '../../sql-workbench/query-report.service.ts';
import { sqlWorkbenchHandlers } from '../../sql-workbench/sql-workbench.routes.ts';
import { SqlWorkbenchService } from '../../sql-workbench/sql-workbench.service.ts';
import { createSystem } from '../../system/create-system.ts';
import { MappingService } from '../../tenant-settings/mappings.service.ts';
import { featuresOf } from '../../tenants/tenants.service.ts';
import { unmappedCodesHandlers } from '../../unmapped-codes/unmapped-codes.routes.ts';
import { UnmappedCodesService } from '../../unmapped-codes/unmapped-codes.service.ts';
import { uploadHandlers } from '../../uploads/uploads.routes.ts';
import { ConnectionStore } from '../../warehouse/connection-store.service.ts';
import { warehouseConnectionHandlers } from '../../warehouse/connections.routes.ts';
import { ConnectionService } from '../../warehouse/connections.service.ts';
import { VersionHistoryService } from '../../warehouse/version-history.service.ts';
import { warehouseHandlers } from '../../warehouse/warehouse.routes.ts';
import { PICTURE_ENTRY } from '../config/paths.ts';
import { toUserError } from '../http/error-response.ts';
import { createHttpServer } from '../http/http-server.ts';
import { accountHandlers } from './account.ts';
import { createAdministration } from './administration.ts';
import { mcpFor } from './ai-clients.ts';
import type { Assembly, AssemblyOptions } from './assembly-options.ts';
import { assistantOver } from './assistant.ts';
import { createTrail } from './audit-trail.ts';
import { createEvents } from './events.ts';
import { createInsights } from './insights.ts';
import { modelingHandlers } from './modeling.ts';
import { pagesWithLimits } from './pages.ts';
import { createReporting } from './reporting.ts';
import { createSearchSources } from './search-sources.ts';
import { systemOptions } from './system.ts';
import { tenantHandlers } from './tenants.ts';
import { createDeletions, createWarehouses } from './warehouse-files.ts';

/** How often the watched folder is looked at. */
const WATCH_MS = 5000;

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
  const deletions = createDeletions(options, warehouses);
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
  const reporting = createReporting({ ...options, mail, pictures, reports, queries, warehouses, viewAs, toUserError });
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
