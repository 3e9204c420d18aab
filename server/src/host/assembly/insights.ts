import { InsightJobs } from '../../insights/insight-jobs.service.ts';
import { insightHandlers } from '../../insights/insights.routes.ts';
import { InsightService } from '../../insights/insights.service.ts';
import type { WarehouseService } from '../../warehouse/warehouse.service.ts';
import type { AssemblyOptions } from './assembly-options.ts';

/** What is found in the data, and its computation in the background. */
export function createInsights({ database, engine, log, features }: AssemblyOptions, warehouses: WarehouseService) {
  const enabled = features.insights;
  const handlers = insightHandlers(new InsightService({ database, warehouses, enabled }));
  return { handlers, jobs: new InsightJobs({ database, engine, warehouses, enabled, log }) };
}
