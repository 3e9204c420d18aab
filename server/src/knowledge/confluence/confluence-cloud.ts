import { z } from 'zod';
import { ConfluenceError } from './confluence-failure.rules.ts';
import type { ConfluenceHttp } from './confluence-http.ts';
import {
  changedContent,
  changesSince,
  inTurn,
  listAll,
  pagesOfChanges,
  readRestriction,
  remoteId,
  title,
  version,
  type ConfluenceSite,
  type RemotePage,
  type RemotePerson,
  type RemoteSpace,
} from './confluence-site.ts';

const space = z.object({ id: remoteId, key: z.string().max(255), name: z.string() });
const page = z.object({
  id: remoteId,
  title,
  version,
  parentId: remoteId.nullish(),
});
const pageWithText = z.object({
  id: remoteId,
  title,
  version,
  status: z.string(),
  spaceId: remoteId,
  body: z.object({ storage: z.object({ value: z.string() }) }),
});
const permission = z.object({
  principal: z.object({ type: z.string(), id: z.string() }).optional(),
  operation: z.object({ key: z.string(), targetType: z.string() }),
});
const ancestors = z.object({ results: z.array(z.object({ id: remoteId })) });
const attachment = z.object({
  id: remoteId,
  title,
  mediaType: z.string(),
  fileSize: z.number(),
  version,
  downloadLink: z.string(),
});
const PAGE = 250;
/** Of one answer; a page beneath more is closed. */
const MOST_ANCESTORS = 250;

/** Confluence at Atlassian: pages, spaces and attachments by version 2 of its interface, the rest by version 1. */
export class ConfluenceCloud implements ConfluenceSite {
  readonly #http: ConfluenceHttp;
  readonly #url: string;
  readonly #emails = new Map<string, Promise<string | null>>();
  readonly #groups = new Map<string, Promise<string | null>>();

  constructor(http: ConfluenceHttp, url: string) {
    this.#http = http;
    this.#url = url;
  }

  listSpaces(): Promise<RemoteSpace[]> {
    return listAll(this.#http, `/api/v2/spaces?status=current&limit=${PAGE}`, space);
  }

  async findSpace(key: string): Promise<RemoteSpace> {
    const found = await listAll(this.#http, `/api/v2/spaces?keys=${encodeURIComponent(key)}&limit=${PAGE}`, space);
    const one = found.find((candidate) => candidate.key === key);
    if (!one) throw new ConfluenceError('space');
    return one;
  }

  async spaceReaders({ id }: RemoteSpace) {
    const path = `/api/v2/spaces/${id}/permissions?limit=${PAGE}`;
    const found = await listAll(this.#http, path, permission).catch((error: unknown) => {
      if (error instanceof ConfluenceError && (error.code === 'rights' || error.code === 'protocol')) return null;
      throw error;
    });
    if (found === null) return null;
    const principals = found.flatMap(({ principal, operation }) =>
      principal && operation.key === 'read' && operation.targetType === 'space' ? [principal] : [],
    );
    const ids = (type: string) => principals.filter((one) => one.type === type).map((one) => one.id);
    const emails = await inTurn(ids('user'), (accountId) => this.#emailOf({ accountId }));
    const groups = await inTurn(ids('group'), (group) => this.#groupName(group));
    const classes = ids('access_class').map((name) => name.toLowerCase());
    return {
      isPublic: classes.includes('anonymous-users'),
      emails,
      groups: [...groups, ...classes],
    };
  }

  async listPages({ id }: RemoteSpace): Promise<RemotePage[]> {
    const path = `/api/v2/spaces/${id}/pages?status=current&depth=all&limit=${PAGE}`;
    const found = await listAll(this.#http, path, page, 'space');
    const parents = new Map(found.map((one) => [one.id, one.parentId ?? null]));
    return found.map((one) => ({
      id: one.id,
      title: one.title,
      version: one.version.number,
      ancestors: chainOf(one.id, parents),
    }));
  }

  async listChanged({ key }: RemoteSpace, since: Date): Promise<string[]> {
    const path = `/rest/api/content/search?cql=${changesSince(key, since)}&limit=50&expand=container`;
    return pagesOfChanges(await listAll(this.#http, path, changedContent));
  }

  async readPage({ id: spaceId }: RemoteSpace, id: string) {
    const found = await this.#http.find(`/api/v2/pages/${id}?body-format=storage`, pageWithText, true);
    if (found === null || found.status !== 'current' || found.spaceId !== spaceId) return null;
    return { title: found.title, version: found.version.number, ancestors: null, storage: found.body.storage.value };
  }

  async ancestorsOf(id: string): Promise<string[] | null> {
    const found = await this.#http.find(`/api/v2/pages/${id}/ancestors?limit=${MOST_ANCESTORS}`, ancestors, true);
    if (found === null || found.results.length >= MOST_ANCESTORS) return null;
    return found.results.map((one) => one.id);
  }

  restrictionOf(id: string) {
    return readRestriction(this.#http, id, (one) => this.#emailOf(one));
  }

  async listAttachments(pageId: string) {
    const found = await listAll(this.#http, `/api/v2/pages/${pageId}/attachments?limit=${PAGE}`, attachment);
    return found.map((one) => ({
      id: one.id,
      title: one.title,
      version: one.version.number,
      mediaType: one.mediaType,
      bytes: one.fileSize,
      download: one.downloadLink,
    }));
  }

  download({ download }: { download: string }, maxBytes: number) {
    return this.#http.download(download, maxBytes);
  }

  close(): void {
    this.#http.close();
  }

  addressOf({ key }: RemoteSpace, id: string): string {
    return `${this.#url}/spaces/${encodeURIComponent(key)}/pages/${id}`;
  }

  /** People can hide their address; then they are not recognized. */
  #emailOf({ accountId, email }: RemotePerson): Promise<string | null> {
    if (email) return Promise.resolve(email.toLowerCase());
    if (accountId === undefined) return Promise.resolve(null);
    return cached(this.#emails, accountId, async () => {
      const path = `/rest/api/user?accountId=${encodeURIComponent(accountId)}`;
      const found = await this.#http.find(path, z.object({ email: z.string().optional() }), true);
      return found?.email?.toLowerCase() || null;
    });
  }

  #groupName(id: string): Promise<string | null> {
    return cached(this.#groups, id, async () => {
      const path = `/rest/api/group/by-id?id=${encodeURIComponent(id)}`;
      const found = await this.#http.find(path, z.object({ name: z.string() }), true);
      return found?.name.toLowerCase() ?? null;
    });
  }
}

/** All above a page, where each of them is in the listing; null where one is not, such as a folder. */
export function chainOf(id: string, parents: ReadonlyMap<string, string | null>): string[] | null {
  const chain: string[] = [];
  for (let above = parents.get(id) ?? null; above !== null; above = parents.get(above) ?? null) {
    // A circle is no tree.
    if (!parents.has(above) || chain.includes(above)) return null;
    chain.push(above);
  }
  return chain;
}

export function cached<T>(known: Map<string, Promise<T>>, key: string, find: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? find();
  known.set(key, found);
  return found;
}
