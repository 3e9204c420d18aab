import type { FastifyRequest } from 'fastify';
import { UserError } from '../../kernel/errors/user-error.ts';

/** For probes and scrapers, which name the process's own address. */
const UNCHECKED = new Set(['/healthz', '/readyz', '/metrics']);

const LOOPBACK = /^(localhost|.+\.localhost|\[::1\]|127(\.\d{1,3}){3})$/;

/** Whether a request names a host that is ours: one of `hosts`, or this machine. `hosts` null: any. */
function isOwnHost(hosts: readonly string[] | null, hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return hosts === null || LOOPBACK.test(name) || hosts.includes(name);
}

/**
 * Refuses requests that name another host: they come from a page that had its own name resolve to this server (DNS
 * rebinding), or are to be stored in a cache under a foreign name.
 */
export function refuseForeignHosts({ publicUrl, hosts }: { publicUrl: URL; hosts: readonly string[] | null }) {
  return async (request: FastifyRequest): Promise<void> => {
    if (isOwnHost(hosts, request.hostname) || UNCHECKED.has(request.url.split('?', 1)[0]!)) return;
    const message = `Use ${publicUrl.origin}. A proxy in front has to pass on the host that was requested.`;
    throw new UserError('VALIDATION_FAILED', 'This portal is not reached under that host.', [
      { field: 'host', message },
    ]);
  };
}
