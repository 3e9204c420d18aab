import { isLoopback } from './loopback.ts';
import type { Variables } from './variables.ts';

/**
 * Address of the demo where it has an origin of its own; ends with a slash. Not on the portal's host: cookies don't
 * distinguish ports.
 */
export function readDemoUrl(variables: Variables, publicUrl: URL): URL | null {
  const url = variables.url('DEMO_URL', ['https:', 'http:'], 'https://demo.example.org/');
  if (url === null) return null;
  if (url.search !== '' || url.hash !== '' || url.username !== '') {
    const plain = `${url.origin}${url.pathname}`;
    return variables.addIssue('DEMO_URL', 'has more than scheme, host, port and path', `write ${plain}`);
  }
  if (url.protocol === 'http:' && !isLoopback(url))
    return variables.addIssue('DEMO_URL', 'is plain http', `write https://${url.host}${url.pathname}`);
  if (url.hostname === publicUrl.hostname)
    return variables.addIssue('DEMO_URL', "is on the portal's own host", 'use another host name, or leave it out');
  return url.pathname.endsWith('/') ? url : new URL(`${url.href}/`);
}
