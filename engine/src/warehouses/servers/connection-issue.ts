import type { SettingsIssue } from './server-driver.ts';
import type { ServerSettings } from './server-settings.ts';

/** Node's error codes for failed connections, anywhere in the chain of causes. */
function codeOf(error: unknown): string {
  for (let item = error; item instanceof Error; item = item.cause) {
    const { code } = item as { code?: unknown };
    if (typeof code === 'string') return code;
    if (item instanceof AggregateError && item.errors.length > 0) return codeOf(item.errors[0]);
  }
  return '';
}

const CERTIFICATE =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_|HOSTNAME_MISMATCH|EPROTO|ERR_SSL)/;

/** The setting that a network error shows to be wrong, for any engine; null for other errors. */
export function networkIssue(error: unknown, { host, port }: ServerSettings): SettingsIssue | null {
  const code = codeOf(error);
  if (code === HOST_REFUSED)
    return {
      field: 'host',
      message: `This installation may not connect to '${host}'. Its operator can allow it by adding it to WAREHOUSE_HOSTS.`,
    };
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_NODATA')
    return { field: 'host', message: `There is no host '${host}'. Check its name.` };
  if (code === 'ECONNREFUSED' || code === 'ECONNRESET')
    return {
      field: 'port',
      message: `Nothing takes connections at ${host}, port ${port}. Check port and TLS, and that the warehouse runs.`,
    };
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH')
    return {
      field: 'host',
      message: `${host} does not answer. Check host and port, and that its firewall lets this server in.`,
    };
  if (CERTIFICATE.test(code))
    return {
      field: 'tls',
      message: `The certificate of ${host} cannot be trusted (${code}). Give the authority that signed it under tls.ca, or check the host's name.`,
    };
  return null;
}

/**
 * The issue where nothing else is known. What the host sent is not repeated: it may be another service, whose answers
 * are not for the person who typed its address.
 */
export const noSuchServer = (engine: string, { host, port }: ServerSettings): SettingsIssue => ({
  field: 'host',
  message: `No ${engine} answers at ${host}, port ${port}. Check host, port and TLS, and that it is ${engine}.`,
});

/** Error code of a look-up that is not allowed. */
export const HOST_REFUSED = 'RISE_HOST_REFUSED';
