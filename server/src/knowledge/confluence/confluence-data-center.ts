import { z } from 'zod';
import { cached } from './confluence-cloud.ts';
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
const ancestors = z.array(z.object({ id: remoteId }));
const page = z.object({ id: remoteId, title, version, ancestors });
const pageWithText = page.extend({
  status: z.string(),
  space: z.object({ key: z.string() }),
  body: z.object({ storage: z.object({ value: z.string() }) }),
});
/** Since Confluence 9.1. */
const permission = z.object({
  operation: z.object({ targetType: z.string(), operationKey: z.string() }),
  subject: z.object({ type: z.string(), name: z.string().optional(), userKey: z.string().optional() }).nullish(),
});
const attachment = z.object({
  id: remoteId,
  title,
  version,
  metadata: z.object({ mediaType: z.string().optional() }).optional(),
  extensions: z.object({ mediaType: z.string().optional(), fileSize: z.number().optional() }),
  _links: z.object({ download: z.string() }),
});
const PAGE = 100;

/** Confluence on the customer’s servers, by version 1 of its interface. */
export class ConfluenceDataCenter implements ConfluenceSite {
  readonly #http: ConfluenceHttp;
  readonly #url: string;
  readonly #emails = new Map<string, Promise<string | null>>();

  constructor(http: ConfluenceHttp, url: string) {
    this.#http = http;
    this.#url = url;
  }

  listSpaces(): Promise<RemoteSpace[]> {
    return listAll(this.#http, `/rest/api/space?status=current&limit=${PAGE}`, space);
  }

  async findSpace(key: string): Promise<RemoteSpace> {
    const found = await this.#http.find(`/rest/api/space/${encodeURIComponent(key)}`, space);
    if (found === null) throw new ConfluenceError('space');
    return found;
  }

  async spaceReaders({ key: spaceKey }: RemoteSpace) {
    const path = `/rest/api/space/${encodeURIComponent(spaceKey)}/permissions`;
    const found = await this.#http.find(path, z.array(permission), true);
    if (found === null) return null;
    const subjects = found.flatMap(({ operation: { operationKey, targetType }, subject }) =>
      subject && operationKey === 'read' && targetType === 'space' ? [subject] : [],
    );
    const keys = subjects.flatMap(({ type, userKey }) => (type === 'user' && userKey !== undefined ? [userKey] : []));
    return {
      isPublic: subjects.some(({ type }) => type === 'anonymous'),
      emails: await inTurn(keys, (key) => this.#emailOfKey(key)),
      groups: subjects.flatMap(({ type, name }) => (type === 'group' && name ? [name.toLowerCase()] : [])),
    };
  }

  async listPages({ key }: RemoteSpace): Promise<RemotePage[]> {
    const path = `/rest/api/space/${encodeURIComponent(key)}/content/page?depth=all&expand=version,ancestors&limit=${PAGE}`;
    const found = await listAll(this.#http, path, page, 'space');
    return found.map((one) => ({
      id: one.id,
      title: one.title,
      version: one.version.number,
      ancestors: one.ancestors.map(({ id }) => id),
    }));
  }

  async listChanged({ key }: RemoteSpace, since: Date): Promise<string[]> {
    const path = `/rest/api/content/search?cql=${changesSince(key, since)}&limit=50&expand=container`;
    return pagesOfChanges(await listAll(this.#http, path, changedContent));
  }

  async readPage({ key }: RemoteSpace, id: string) {
    const path = `/rest/api/content/${id}?expand=body.storage,version,ancestors,space`;
    const found = await this.#http.find(path, pageWithText, true);
    if (found === null || found.status !== 'current' || found.space.key !== key) return null;
    const { title: heading, version: one, body } = found;
    return {
      title: heading,
      version: one.number,
      ancestors: found.ancestors.map((above) => above.id),
      storage: body.storage.value,
    };
  }

  async ancestorsOf(id: string): Promise<string[] | null> {
    const found = await this.#http.find(`/rest/api/content/${id}?expand=ancestors`, z.object({ ancestors }), true);
    return found?.ancestors.map((above) => above.id) ?? null;
  }

  restrictionOf(id: string) {
    return readRestriction(this.#http, id, (one) => this.#emailOf(one));
  }

  async listAttachments(pageId: string) {
    const path = `/rest/api/content/${pageId}/child/attachment?expand=version&limit=${PAGE}`;
    const found = await listAll(this.#http, path, attachment);
    return found.map(({ id, title: name, version: { number }, metadata, extensions, _links }) => ({
      id,
      title: name,
      version: number,
      mediaType: metadata?.mediaType ?? extensions.mediaType ?? '',
      bytes: extensions.fileSize ?? 0,
      download: _links.download,
    }));
  }

  download({ download }: { download: string }, maxBytes: number) {
    return this.#http.download(download, maxBytes);
  }

  close(): void {
    this.#http.close();
  }

  addressOf(_space: RemoteSpace, id: string): string {
    return `${this.#url}/pages/viewpage.action?pageId=${id}`;
  }

  async #emailOfKey(userKey: string): Promise<string | null> {
    const path = `/rest/api/user?key=${encodeURIComponent(userKey)}`;
    const found = await this.#http.find(path, z.object({ username: z.string() }), true);
    return found && this.#emailOf(found);
  }

  /** A user name that is an address, else what the person's profile says. */
  #emailOf({ username }: RemotePerson): Promise<string | null> {
    if (username === undefined) return Promise.resolve(null);
    if (username.includes('@')) return Promise.resolve(username.toLowerCase());
    return cached(this.#emails, username, async () => {
      const path = `/rest/mobile/1.0/profile/${encodeURIComponent(username)}`;
      const found = await this.#http.find(path, z.object({ email: z.string().optional() }), true);
      return found?.email?.toLowerCase() || null;
    });
  }
}
