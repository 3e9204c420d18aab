import { readFile } from 'node:fs/promises';
import type { ShippingSettings } from '../../audit-shipping/sinks.ts';
import { OperatorError } from '../../kernel/errors/operator-error.ts';
import type { Config } from './config.ts';

/** Reads the authority's certificate. Throws an `OperatorError` where it cannot be read. */
export async function shippingSettings({ auditShipping }: Pick<Config, 'auditShipping'>): Promise<ShippingSettings> {
  const { syslog, http, authorityFile } = auditShipping;
  if (authorityFile === null) return { syslog, http, authority: null };
  const authority = await readFile(authorityFile, 'utf8').catch((error: Error) => {
    throw new OperatorError(
      `AUDIT_SHIPPING_CA cannot be read (${error.message}); name a file with certificates in PEM`,
    );
  });
  return { syslog, http, authority };
}
