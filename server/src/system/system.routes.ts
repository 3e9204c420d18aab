import { handlers } from '../kernel/api/api.ts';
import type { HealthService } from './health.service.ts';
import type { JobMonitor } from './job-monitor.service.ts';

export function systemHandlers(health: HealthService, jobs: JobMonitor) {
  return handlers({
    'GET /api/v1/global/system': ({ actor }) => health.read(actor),
    'GET /api/v1/global/jobs': ({ actor }) => jobs.list(actor),
    'GET /api/v1/global/jobs/dead': ({ actor, query }) => jobs.listDead(actor, query),
    'POST /api/v1/global/jobs/:id/retry': ({ actor, params, body }) => jobs.retry(actor, params.id, body.kind),
    'POST /api/v1/global/jobs/:id/dismiss': ({ actor, params, body }) => jobs.dismiss(actor, params.id, body.kind),
    'POST /api/v1/global/jobs/:id/restore': ({ actor, params, body }) => jobs.restore(actor, params.id, body.kind),
  });
}
