import { handlers } from '../kernel/api/api.ts';
import type { DataViewService } from './data-view.service.ts';

export function dataViewHandlers(dataView: DataViewService) {
  return handlers({
    'GET /api/v1/data-view/tables': ({ actor, signal }) => dataView.list(actor, signal),
    'GET /api/v1/data-view/table': ({ actor, query, signal }) => dataView.describe(actor, query.table, signal),
    'POST /api/v1/data-view/rows': ({ actor, body, signal }) => dataView.rows(actor, body, signal),
    'POST /api/v1/data-view/count': ({ actor, body, signal }) => dataView.count(actor, body, signal),
    'POST /api/v1/data-view/profile': ({ actor, body, ...request }) => dataView.profile(actor, body, request),
    'POST /api/v1/data-view/export': ({ actor, body, ...request }) => dataView.export(actor, body, request),
  });
}
