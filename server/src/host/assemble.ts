import { routes, type ApplicationSettings } from '@rise/contract';
import type { Engine } from '@rise/engine';
import type { FastifyInstance } from 'fastify';
import { bindRoutes } from '../kernel/api.ts';
import { queryHandlers } from '../query/query.routes.ts';
import { createQueries } from '../query/query.service.ts';
import { reportHandlers } from '../reports/reports.routes.ts';
import { createReports, type ReportService } from '../reports/reports.service.ts';
import { sessionHandlers } from '../sessions/sessions.routes.ts';
import type { Sessions } from '../sessions/sessions.service.ts';
import { settingsHandlers } from '../settings/settings.routes.ts';
import { createWarehouses, type WarehouseService } from '../warehouse/warehouse.service.ts';
import { createHttpServer, type HttpOptions } from './http.ts';
import { toFailure } from './http-failure.ts';

export interface AssemblyOptions extends Omit<HttpOptions, 'bindings' | 'identify'> {
  readonly engine: Engine;
  readonly sessions: Sessions;
  /** Folder of the version files, one folder a tenant inside. */
  readonly warehouseDirectory: string;
  readonly features: ApplicationSettings['features'];
}

export interface Assembly {
  readonly app: FastifyInstance;
  readonly warehouses: WarehouseService;
  readonly reports: ReportService;
}

/** Builds the slices and the HTTP server over them. The same for `npm start` and for tests. */
export async function assemble(options: AssemblyOptions): Promise<Assembly> {
  const { database, engine, sessions, log } = options;
  const warehouses = createWarehouses({ database, engine, directory: options.warehouseDirectory });
  const queries = createQueries({ engine, warehouses });
  const reports = createReports({ database, warehouses, queries, toFailure, log });
  const bindings = bindRoutes(routes, [
    settingsHandlers({
      version: options.version,
      embeddedProvider: options.provider !== null,
      features: options.features,
    }),
    sessionHandlers(sessions),
    reportHandlers(reports),
    queryHandlers(queries),
  ]);
  const app = await createHttpServer({ ...options, bindings, identify: sessions.identify });
  return { app, warehouses, reports };
}
