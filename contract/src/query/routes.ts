import { z } from 'zod';
import { defineRoute } from '../protocol/define-route.ts';
import { explanation, funnelExplanation, rowListExplanation } from './explanation.ts';
import { funnelQuery } from './funnel.ts';
import { aggregateQuery, benchmarkQuery, distributionQuery, semanticQuery } from './query.ts';
import { rowListQuery } from './row-list.ts';
import { fieldName } from '../values/field-name.ts';
import { ofKinds } from './of-kinds.ts';
import { viewAs } from './view-as.ts';
import { versionNumber } from '../values/version-number.ts';
import { queryResult } from './result.ts';
import { streamRecord, streamRequest } from './stream.ts';

/** `viewAs` is separate from the query because it does not change the query. */
const viewAsField = { viewAs: viewAs.optional() };
/** `dataVersion`: an older version of the tenant's data that is retained; the current one without it. */
const runFields = { ...viewAsField, dataVersion: versionNumber.optional() };

export const queryRoutes = {
  'POST /api/v1/query': defineRoute({
    summary: 'Run a semantic query on the tenant’s warehouse',
    permission: 'query.run',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'query.run', when: 'denied' },
    input: {
      body: ofKinds([
        rowListQuery.extend(runFields),
        funnelQuery.extend(runFields),
        benchmarkQuery.extend(runFields),
        distributionQuery.extend(runFields),
        aggregateQuery.extend(runFields),
      ]),
    },
    output: queryResult,
    arrow: true,
    errors: ['QUERY_INVALID', 'BUSY', 'QUERY_TIMEOUT', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/query/stream': defineRoute({
    summary: 'Stream the rows of a long result as NDJSON, CSV or Arrow',
    permission: 'query.run',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'query.stream', when: 'always' },
    input: { body: streamRequest.extend(viewAsField) },
    output: streamRecord,
    stream: 'rows',
    arrow: true,
    errors: ['QUERY_INVALID', 'BUSY', 'QUERY_TIMEOUT', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/query/explanation': defineRoute({
    summary: 'Explain where one measure or calculation of a query comes from',
    permission: 'query.run',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'query.explain', when: 'denied' },
    input: { body: z.strictObject({ query: semanticQuery, measure: fieldName, ...viewAsField }) },
    output: explanation,
    errors: ['QUERY_INVALID', 'BUSY', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/query/list-explanation': defineRoute({
    summary: 'Explain where the columns and the rows of a list of rows come from',
    permission: 'query.run',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'query.explain', when: 'denied' },
    input: { body: z.strictObject({ query: rowListQuery, ...viewAsField }) },
    output: rowListExplanation,
    errors: ['QUERY_INVALID', 'BUSY', 'WAREHOUSE_UNAVAILABLE'],
  }),
  'POST /api/v1/query/funnel-explanation': defineRoute({
    summary: 'Explain where the keys, times and steps of a funnel come from',
    permission: 'query.run',
    tenant: 'tenant',
    readOnly: true,
    audit: { action: 'query.explain', when: 'denied' },
    input: { body: z.strictObject({ query: funnelQuery, ...viewAsField }) },
    output: funnelExplanation,
    errors: ['QUERY_INVALID', 'BUSY', 'WAREHOUSE_UNAVAILABLE'],
  }),
} as const;
