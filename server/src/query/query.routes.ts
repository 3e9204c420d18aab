import { handlers } from '../kernel/api.ts';
import type { QueryService } from './query.service.ts';
import type { SqlQueryService } from './sql-query.service.ts';
import type { ViewAsService } from './view-as.service.ts';

export function queryHandlers(queries: QueryService, sqlQueries: SqlQueryService, viewAs: ViewAsService) {
  return handlers({
    'POST /api/v1/query': async ({ actor, body: { viewAs: as, ...query }, signal }) =>
      queries.answer(actor, query, signal, (await viewAs.eyes(actor, as)).scope),
    'POST /api/v1/query/stream': async ({ actor, body: { viewAs: as, ...asked }, signal, requestId }) =>
      queries.stream(actor, asked, { id: requestId, signal }, (await viewAs.eyes(actor, as)).scope),
    'POST /api/v1/query/rows': async ({ actor, body: { viewAs: as, ...rows }, signal }) =>
      queries.rows(actor, rows, signal, (await viewAs.eyes(actor, as)).scope),
    // The next levels are the same for every reader; who may not look through others is told so here too.
    'POST /api/v1/query/drill-down': async ({ actor, body: { viewAs: as, query, cell } }) => {
      await viewAs.eyes(actor, as);
      return queries.drillDown(actor, query, cell);
    },
    'POST /api/v1/query/explanation': async ({ actor, body }) =>
      queries.explain(actor, body.query, body.measure, (await viewAs.eyes(actor, body.viewAs)).scope),
    'POST /api/v1/query/visibility': async ({ actor, body: { dataset, row = null, viewAs: as }, signal }) => {
      const { reader, accountId } = await viewAs.eyes(actor, as);
      const told = await queries.visibility(actor, { dataset, reader, row }, signal);
      const { roles, groups, attributes } = reader;
      const lists = Object.entries(attributes).map(([name, values]): [string, string[]] => [name, [...values]]);
      return {
        reader: {
          account: accountId,
          roles: [...roles],
          groups: [...groups],
          attributes: Object.fromEntries(lists),
        },
        ...told,
      };
    },
    'POST /api/v1/sql': ({ actor, body, ...call }) => sqlQueries.answer(actor, body, call),
  });
}
