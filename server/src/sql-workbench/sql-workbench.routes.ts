import { handlers } from '../kernel/api/api.ts';
import type { QueryReportService } from './query-report.service.ts';
import type { SqlWorkbenchService } from './sql-workbench.service.ts';

export function sqlWorkbenchHandlers(workbench: SqlWorkbenchService, queryReports: QueryReportService) {
  return handlers({
    'GET /api/v1/sql/tabs': async ({ actor }) => ({ tabs: await workbench.tabs(actor) }),
    'POST /api/v1/sql/tabs': ({ actor, body }) => workbench.openTab(actor, body),
    'PATCH /api/v1/sql/tabs/:id': ({ actor, params, body }) => workbench.saveTab(actor, params.id, body),
    'DELETE /api/v1/sql/tabs/:id': ({ actor, params }) => workbench.closeTab(actor, params.id),
    'GET /api/v1/sql/history': async ({ actor }) => ({ entries: await workbench.history(actor) }),
    'DELETE /api/v1/sql/history': async ({ actor }) => ({ deleted: await workbench.clearHistory(actor) }),
    'GET /api/v1/sql/queries': async ({ actor }) => ({ queries: await workbench.queries(actor) }),
    'POST /api/v1/sql/queries': ({ actor, body }) => workbench.saveQuery(actor, body),
    'PATCH /api/v1/sql/queries/:id': ({ actor, params, body }) => workbench.changeQuery(actor, params.id, body),
    'GET /api/v1/sql/queries/:id/report': ({ actor, params }) => queryReports.find(actor, params.id),
    'DELETE /api/v1/sql/queries/:id': ({ actor, params }) => workbench.deleteQuery(actor, params.id),
  });
}
