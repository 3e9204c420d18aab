import type { SettingsProblem } from './server-driver.ts';
import type { ServerSettings } from './server-settings.ts';

/** What a failed connection is called by Node, wherever in the chain of causes it stands. */
function codeOf(error: unknown): string {
  for (let each = error; each instanceof Error; each = each.cause) {
    const { code } = each as { code?: unknown };
    if (typeof code === 'string') return code;
    if (each instanceof AggregateError && each.errors.length > 0) return codeOf(each.errors[0]);
  }
  return '';
}

const CERTIFICATE =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|CERT_|ERR_TLS_|HOSTNAME_MISMATCH|EPROTO|ERR_SSL)/;

/** A setting that the network shows to be wrong, whatever the engine behind it; null where it is not the network. */
export function networkProblem(error: unknown, { host, port }: ServerSettings): SettingsProblem | null {
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

/** The code of the error that a guarded look-up fails with. */
export const HOST_REFUSED = 'RISE_HOST_REFUSED';
