import { AuditShipping } from '../../audit-shipping/audit-shipping.service.ts';
import { createSinks } from '../../audit-shipping/sinks.ts';
import { createAudit } from '../../audit/create-audit.ts';
import type { AssemblyOptions } from './assembly-options.ts';

/** The audit trail: what is sealed is shipped, also at the end. */
export function createTrail(options: AssemblyOptions) {
  const { database, log, publicUrl, auditShipping } = options;
  const { handlers, sealing } = createAudit(options);
  const sinks = auditShipping ? createSinks(auditShipping, publicUrl.hostname) : [];
  const shipping = new AuditShipping({ database, sinks, log });
  const start = async () => {
    await sealing.start();
    await shipping.start();
  };
  const close = async () => {
    await sealing.close();
    await shipping.close();
  };
  return { handlers, sealing: { start, close } };
}
