import type { Logger } from 'pino';
import type { Database } from '../kernel/database/database.ts';
import { auditHandlers } from './audit.routes.ts';
import { AuditReadingService } from './audit-reading.service.ts';
import { HeadFile } from './head-file.ts';
import { AuditSealing } from './sealing.service.ts';
import { VerificationService } from './verification.service.ts';

export interface AuditOptions {
  readonly database: Database;
  readonly log: Logger;
  readonly audit: {
    /** Folder of the files with the heads of the chains. */
    readonly directory: string;
    /** Days after which records are deleted. */
    readonly retentionDays: number;
  };
}

/** Wires the slice: reading the trail, and the job that seals it. */
export function createAudit({ database, log, audit }: AuditOptions) {
  const heads = new HeadFile(audit.directory);
  const verification = new VerificationService({ database, heads });
  const { retentionDays } = audit;
  return {
    handlers: auditHandlers(new AuditReadingService({ database, verification, retentionDays })),
    sealing: new AuditSealing({ database, heads, verification, retentionDays, log }),
  };
}
