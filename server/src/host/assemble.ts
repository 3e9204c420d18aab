import { routes, type ApplicationSettings } from '@rise/contract';
import type { Engine } from '@rise/engine';
import type { FastifyInstance } from 'fastify';
import { alertHandlers } from '../alerts/alerts.routes.ts';
import { createAlerts } from '../alerts/alerts.service.ts';
import { announcementHandlers } from '../announcements/announcements.routes.ts';
import { createAnnouncements } from '../announcements/announcements.service.ts';
import { assistantHandlers } from '../assistant/assistant.routes.ts';
import { createAssistant } from '../assistant/assistant.service.ts';
import type { LanguageModel } from '../assistant/language-model.ts';
import { eventHandlers } from '../events/events.routes.ts';
import { createEvents } from '../events/events.service.ts';
import { createInbox } from '../inbox/inbox.service.ts';
import { messageHandlers } from '../inbox/messages.routes.ts';
import { notificationHandlers } from '../inbox/notifications.routes.ts';
import { chatHandlers } from '../chat/chat.routes.ts';
import { createChats } from '../chat/chat.service.ts';
import { configurationHandlers } from '../configuration/configuration.routes.ts';
import { createConfiguration } from '../configuration/configuration.service.ts';
import { contactHandlers } from '../contact/contact.routes.ts';
import { createContact, type ContactMail } from '../contact/contact.service.ts';
import { bindRoutes } from '../kernel/api.ts';
import { createLimits } from '../limits/limits.service.ts';
import { mappingHandlers } from '../mappings/mappings.routes.ts';
import { createMappings } from '../mappings/mappings.service.ts';
import { modelHandlers } from '../models/models.routes.ts';
import { createModels } from '../models/models.service.ts';
import { navigationHandlers } from '../navigation/navigation.routes.ts';
import { menusFor } from '../navigation/navigation.rules.ts';
import { parameterHandlers } from '../parameters/parameters.routes.ts';
import { createParameters } from '../parameters/parameters.service.ts';
import { queryHandlers } from '../query/query.routes.ts';
import { createQueries } from '../query/query.service.ts';
import { createSqlQueries } from '../query/sql-query.service.ts';
import { createViewAs } from '../query/view-as.service.ts';
import { reportHandlers } from '../reports/reports.routes.ts';
import { createReports, type ReportService } from '../reports/reports.service.ts';
import { createQueryLog } from '../rollups/query-log.service.ts';
import { createRollupBuilder } from '../rollups/rollup-builder.service.ts';
import { rollupHandlers } from '../rollups/rollups.routes.ts';
import { createRollups } from '../rollups/rollups.service.ts';
import { createPassages } from '../search/passages.service.ts';
import { searchHandlers } from '../search/search.routes.ts';
import { createSearch, type Shelves } from '../search/search.service.ts';
import { announcementItems, pageItems } from '../search/shelf-items.rules.ts';
import type { ShelfItem } from '../search/shelf.ts';
import { sessionHandlers } from '../sessions/sessions.routes.ts';
import type { Sessions } from '../sessions/sessions.service.ts';
import { settingsHandlers, type PortalChoices } from '../settings/settings.routes.ts';
import { shortcutHandlers } from '../shortcuts/shortcuts.routes.ts';
import { createShortcuts } from '../shortcuts/shortcuts.service.ts';
import { userHandlers } from '../user/user.routes.ts';
import { createUsers } from '../user/user.service.ts';
import { createConnecting } from '../warehouse/connecting.service.ts';
import { warehouseConnectionHandlers } from '../warehouse/connections.routes.ts';
import { createConnections, type ConnectionsOptions } from '../warehouse/connections.service.ts';
import { warehouseHandlers } from '../warehouse/warehouse.routes.ts';
import { createWarehouses, type WarehouseService } from '../warehouse/warehouse.service.ts';
import { createHttpServer, type HttpOptions } from './http.ts';
import { toFailure } from './http-failure.ts';

export interface AssemblyOptions extends Omit<HttpOptions, 'bindings' | 'identify' | 'analytics' | 'limits'> {
  readonly engine: Engine;
  readonly sessions: Sessions;
  /** Contact messages an hour for one address. */
  readonly contactPerHour: number;
  /** Under which addresses are hashed where they are kept. */
  readonly addressKey: Buffer;
  /** Folder of the version files, one folder a tenant inside. */
  readonly warehouseDirectory: string;
  /** What warehouses in servers of their own are reached with. */
  readonly warehouseReach: ConnectionsOptions;
  readonly features: ApplicationSettings['features'];
  /** How often event streams get a sign of life; the contract's HEARTBEAT_SECONDS where left out. */
  readonly heartbeatMs?: number;
  /** The documents that readers can search. */
  readonly documentation: readonly ShelfItem[];
  /** What this installation decided about its portal. */
  readonly portal: PortalChoices;
  /** Who words the assistant's answers; null: it quotes. */
  readonly languageModel: LanguageModel | null;
  /** Questions to the assistant that one person may ask in a minute. */
  readonly questionsPerMinute: number;
  /** Null where no mail goes out: contact messages are stored only. */
  readonly mail: ContactMail | null;
}

export interface Assembly {
  readonly app: FastifyInstance;
  readonly warehouses: WarehouseService;
  readonly reports: ReportService;
}

/** Builds the slices and the HTTP server over them. The same for `npm start` and for tests. */
export async function assemble(options: AssemblyOptions): Promise<Assembly> {
  const { database, engine, sessions, log } = options;
  const connections = createConnections(options.warehouseReach);
  const warehouses = createWarehouses({ database, engine, directory: options.warehouseDirectory, connections });
  const queryLog = createQueryLog({ database, log });
  const rollupBuilder = createRollupBuilder({ warehouses, engine, log });
  const queries = createQueries({ engine, warehouses, toFailure, log, queryLog, rollupBuilder });
  const viewAs = createViewAs({ database });
  const reports = createReports({ database, warehouses, queries, toFailure, log });
  const { heartbeatMs } = options;
  const events = createEvents({ database, log, ...(heartbeatMs !== undefined && { heartbeatMs }) });
  const announcements = createAnnouncements({ database, log });
  const shelves: Shelves = {
    pages: ({ permissions }) => pageItems(menusFor(permissions).default),
    documentation: () => options.documentation,
    announcements: async (actor) => announcementItems(await announcements.list(actor)),
  };
  const bindings = bindRoutes(routes, [
    settingsHandlers({
      version: options.version,
      embeddedProvider: options.provider !== null,
      features: options.features,
      portal: options.portal,
    }),
    sessionHandlers(sessions),
    reportHandlers(reports),
    queryHandlers(queries, createSqlQueries({ database, engine, warehouses, viewAs }), viewAs),
    warehouseHandlers(warehouses),
    warehouseConnectionHandlers(createConnecting({ database, engine, warehouses, connections })),
    modelHandlers(createModels({ database, warehouses })),
    rollupHandlers(createRollups({ database, engine, warehouses })),
    mappingHandlers(createMappings({ database, warehouses })),
    parameterHandlers(createParameters({ database, warehouses })),
    eventHandlers(events),
    announcementHandlers(announcements),
    alertHandlers(createAlerts({ database })),
    configurationHandlers(createConfiguration({ engine, warehouses })),
    messageHandlers(createInbox({ database, kind: 'message' })),
    notificationHandlers(createInbox({ database, kind: 'notification' })),
    shortcutHandlers(createShortcuts({ database })),
    userHandlers(createUsers({ database })),
    navigationHandlers(),
    searchHandlers(createSearch({ database, shelves })),
    chatHandlers(createChats({ database, enabled: options.portal.chat })),
    assistantHandlers(
      createAssistant({
        database,
        passages: createPassages({ database, shelves }),
        model: options.languageModel,
        enabled: options.features.chatbot,
        questionsPerMinute: options.questionsPerMinute,
      }),
    ),
    contactHandlers(createContact({ database, mail: options.mail })),
  ]);
  const app = await createHttpServer({
    ...options,
    bindings,
    identify: sessions.identify,
    limits: createLimits({ database, perHour: { contact: options.contactPerHour }, key: options.addressKey }),
    analytics: options.portal.analyticsKey !== null,
  });
  options.metrics.gauge('rise_event_streams', 'Open event streams', () => events.count());
  const queriesNow = () => engine.stats().queries;
  options.metrics.gauge('rise_queries_running', 'Queries that a warehouse works on', () => queriesNow().running);
  options.metrics.gauge('rise_queries_waiting', 'Queries that wait for their turn', () => queriesNow().waiting);
  await events.start();
  await announcements.start();
  app.addHook('preClose', async () => {
    announcements.close();
    await events.close();
    await Promise.all([queryLog.close(), rollupBuilder.close()]);
  });
  return { app, warehouses, reports };
}
