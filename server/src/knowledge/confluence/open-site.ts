import { ConfluenceCloud } from './confluence-cloud.ts';
import { ConfluenceDataCenter } from './confluence-data-center.ts';
import { ConfluenceHttp, type ConfluenceAccess, type ConfluenceReach } from './confluence-http.ts';
import type { ConfluenceSite } from './confluence-site.ts';

/** A site of either kind. Nothing is sent before it is read; the signal ends what is on its way. */
export function openSite(reach: ConfluenceReach, access: ConfluenceAccess, signal: AbortSignal): ConfluenceSite {
  const http = new ConfluenceHttp(reach, access, signal);
  return access.kind === 'cloud' ? new ConfluenceCloud(http, access.url) : new ConfluenceDataCenter(http, access.url);
}

/** The address that requests go below: of Cloud it ends in /wiki, of Data Center it is as people enter it. */
export function siteAddress(kind: ConfluenceAccess['kind'], address: string): string {
  const url = new URL(address);
  if (kind === 'cloud') return `${url.origin}/wiki`;
  // What people copy from their browser.
  return `${url.origin}${url.pathname.replace(/\/(?:(?:spaces|pages|display|dashboard\.action|index\.action).*)?$/, '').replace(/\/+$/, '')}`;
}
