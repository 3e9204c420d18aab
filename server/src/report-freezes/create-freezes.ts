import { FreezeComparisonService, type FreezeComparisonOptions } from './freeze-comparison.service.ts';
import { reportFreezeHandlers } from './report-freezes.routes.ts';
import { ReportFreezeService } from './report-freezes.service.ts';

/** Frozen reports: what of them is reached over HTTP. */
export function createFreezes(options: Omit<FreezeComparisonOptions, 'freezes'>) {
  const freezes = new ReportFreezeService(options);
  return reportFreezeHandlers(freezes, new FreezeComparisonService({ ...options, freezes }));
}
