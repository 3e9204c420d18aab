import { handlers } from '../kernel/api.ts';
import type { QueryService } from './query.service.ts';

export function queryHandlers(queries: QueryService) {
  return handlers({
    'POST /api/v1/query': ({ actor, body, signal }) => queries.answer(actor, body, signal),
    'POST /api/v1/query/explanation': ({ actor, body }) => queries.explain(actor, body.query, body.measure),
  });
}
