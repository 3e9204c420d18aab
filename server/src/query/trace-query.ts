import type { ObserveQuery } from '@rise/engine';
import type { UserError } from '../kernel/errors/user-error.ts';
import { startSpan } from '../kernel/tracing.ts';

/** A span for each query of the engine, which says where it ran and how, and nothing of what was asked or found. */
export function traceQueries(toUserError: (error: unknown) => UserError): ObserveQuery {
  return ({ kind, delivery, dataset, engine, tenant }) => {
    const span = startSpan({
      name: dataset === null ? `query ${kind}` : `query ${dataset}`,
      kind: 'client',
      attributes: {
        'db.system.name': engine,
        'rise.query.kind': kind,
        'rise.query.delivery': delivery,
        'rise.tenant.id': tenant,
        ...(dataset !== null && { 'rise.dataset': dataset }),
      },
    });
    if (span === null) return null;
    return {
      end({ rows, cache, waitedMs }) {
        span.set({ 'db.response.returned_rows': rows, 'rise.query.wait_ms': round(waitedMs) });
        if (cache !== null) span.set({ 'rise.query.cache': cache });
        span.end();
      },
      fail(error, waitedMs, isCanceled) {
        span.set({ 'rise.query.wait_ms': round(waitedMs) });
        span.fail(isCanceled ? 'CANCELED' : toUserError(error).code);
        span.end();
      },
    };
  };
}

/** To microseconds. */
const round = (ms: number) => Math.round(ms * 1000) / 1000;
