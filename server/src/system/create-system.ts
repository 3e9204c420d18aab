import type { Logger } from 'pino';
import type { Database } from '../kernel/database/database.ts';
import { HealthService } from './health.service.ts';
import { JobMonitor } from './job-monitor.service.ts';
import type { FigureSources } from './server-figures.ts';
import { ServerReports } from './server-reports.service.ts';
import { systemHandlers } from './system.routes.ts';

export interface SystemOptions extends FigureSources {
  readonly database: Database;
  readonly version: string;
  readonly log: Logger;
  /** Null where no mail server is set up. */
  readonly mail: { wake(): void } | null;
}

/** Wires the slice: the page about the system, and what this server says of itself. */
export function createSystem(options: SystemOptions) {
  const jobs = new JobMonitor(options);
  const health = new HealthService({ ...options, jobs });
  return { handlers: systemHandlers(health, jobs), health, reports: new ServerReports(options) };
}
