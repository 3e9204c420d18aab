import { handlers } from '../kernel/api/api.ts';
import { ARROW, preferredType } from '../kernel/api/media-type.ts';
import type { AdHocSqlService } from './ad-hoc-sql.service.ts';
import { withFormat } from './query-stream.ts';
import type { QueryService } from './query.service.ts';
import type { ViewAsService } from './view-as.service.ts';

export function queryHandlers(queries: QueryService, adHocSql: AdHocSqlService, viewAs: ViewAsService) {
  return handlers({
    'POST /api/v1/query': async ({ actor, accept, body: { viewAs: reader, dataVersion, ...query }, signal }) => {
      const { scope } = await viewAs.resolve(actor, reader);
      const asArrow = preferredType(accept, [ARROW, 'application/json']) === ARROW;
      const request = { query, dataVersion, signal, scope };
      return asArrow ? queries.runAsArrow(actor, request) : queries.run(actor, request);
    },
    'POST /api/v1/query/stream': async ({ actor, accept, body: { viewAs: reader, ...body }, signal, requestId }) => {
      const request = withFormat(body, accept);
      actor.record?.note({ query: body });
      return queries.stream(actor, request, { id: requestId, signal }, (await viewAs.resolve(actor, reader)).scope);
    },
    'POST /api/v1/query/rows': async ({ actor, body: { viewAs: reader, ...rows }, signal }) =>
      queries.rows(actor, rows, signal, (await viewAs.resolve(actor, reader)).scope),
    // The next levels are the same for every reader; the permission is still checked.
    'POST /api/v1/query/drill-down': async ({ actor, body: { viewAs: reader, query, cell } }) => {
      await viewAs.resolve(actor, reader);
      return queries.drillDown(actor, query, cell);
    },
    'POST /api/v1/query/explanation': async ({ actor, body }) =>
      queries.explain(actor, body.query, body.measure, (await viewAs.resolve(actor, body.viewAs)).scope),
    'POST /api/v1/query/list-explanation': async ({ actor, body }) =>
      queries.explainList(actor, body.query, (await viewAs.resolve(actor, body.viewAs)).scope),
    'POST /api/v1/query/funnel-explanation': async ({ actor, body }) =>
      queries.explainFunnel(actor, body.query, (await viewAs.resolve(actor, body.viewAs)).scope),
    'POST /api/v1/query/visibility': async ({ actor, body: { dataset, row = null, viewAs: requested }, signal }) => {
      const { reader, accountId } = await viewAs.resolve(actor, requested);
      const visibility = await queries.visibility(actor, { dataset, reader, row }, signal);
      const attributes = Object.entries(reader.attributes).map(([name, values]): [string, string[]] => [
        name,
        [...values],
      ]);
      return {
        reader: {
          account: accountId,
          roles: [...reader.roles],
          groups: [...reader.groups],
          attributes: Object.fromEntries(attributes),
        },
        ...visibility,
      };
    },
    'GET /api/v1/sql/tables': async ({ actor }) => ({ tables: await adHocSql.tables(actor) }),
    'POST /api/v1/sql': ({ actor, body, ...call }) => adHocSql.run(actor, body, call),
    'POST /api/v1/sql/plan': ({ actor, body, ...call }) => adHocSql.plan(actor, body, call),
    'POST /api/v1/sql/export': ({ actor, body, ...call }) => adHocSql.export(actor, body, call),
  });
}
