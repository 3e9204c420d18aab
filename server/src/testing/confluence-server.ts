import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { AUTHORITY, SERVER } from '@rise/engine/certificates';

/** A person of the site: in Cloud by account id, in Data Center by key and user name. */
interface SitePerson {
  readonly id: string;
  readonly username: string;
  /** Null: hidden. */
  readonly email: string | null;
}

export interface SiteRestriction {
  readonly people: readonly string[];
  readonly groups: readonly string[];
}

export interface SitePage {
  readonly id: string;
  readonly title: string;
  readonly space: string;
  /** A page or a folder. */
  readonly parent: string | null;
  readonly version: number;
  readonly storage: string;
  readonly status?: 'current' | 'trashed';
  /** Ids of people; `refused`: the account of the token may not see it. */
  readonly restriction?: SiteRestriction | 'refused';
  readonly attachments?: readonly SiteAttachment[];
  /** ISO 8601. */
  readonly changedAt?: string;
}

export interface SiteAttachment {
  readonly id: string;
  readonly title: string;
  readonly version: number;
  readonly mediaType: string;
  readonly file: Buffer;
  /** Bytes that the listing claims, where these are others. */
  readonly claimed?: number;
}

export interface SiteSpace {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  /** `anonymous`, a person's id or `group:` with a name; null: the account may not see them. */
  readonly readers: readonly string[] | null;
}

interface SiteAnswer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

export interface ConfluenceSiteServer {
  readonly origin: string;
  /** As an administrator enters it. */
  readonly url: string;
  readonly authority: string;
  readonly token: string;
  people: SitePerson[];
  spaces: SiteSpace[];
  pages: SitePage[];
  /** Paths with queries, in their order. */
  readonly requests: string[];
  /** Answers in place of the site, where not null. Set by tests. */
  intercept: (path: string) => SiteAnswer | null | Promise<SiteAnswer | null>;
  close(): Promise<void>;
}

const EMAIL = 'reader@alder.example';
const TOKEN = 'site-token-of-a-reader';
/** Items of one answer: few, so that every listing has several. */
const PART = 2;
const FOLDERS = /^folder/;

/** A Confluence on this machine that speaks what is documented of the interfaces of its kind, over TLS. */
export async function startConfluenceServer(
  kind: 'cloud' | 'data-center',
  context = kind === 'cloud' ? '/wiki' : '/confluence',
): Promise<ConfluenceSiteServer> {
  const signed = kind === 'cloud' ? `Basic ${Buffer.from(`${EMAIL}:${TOKEN}`).toString('base64')}` : `Bearer ${TOKEN}`;
  const server = createServer(SERVER, (request, response) => {
    const respond = async () => {
      const path = request.url ?? '';
      site.requests.push(path);
      const answer =
        (await site.intercept(path)) ??
        (request.headers.authorization === signed ? answerTo(path) : { status: 401, body: 'who is that?' });
      const isFile = Buffer.isBuffer(answer.body);
      response.writeHead(answer.status, {
        'content-type': isFile ? 'application/octet-stream' : 'application/json',
        ...answer.headers,
      });
      response.end(isFile ? answer.body : JSON.stringify(answer.body ?? {}));
    };
    respond().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ok = (body: unknown): SiteAnswer => ({ status: 200, body });
  const none: SiteAnswer = { status: 404, body: { message: 'none' } };
  const current = () => site.pages.filter(({ status }) => status !== 'trashed');
  const pageOf = (id: string) => current().find((page) => page.id === id);
  const personOf = (id: string) => site.people.find((person) => person.id === id);

  function listing(url: URL, items: readonly unknown[]): SiteAnswer {
    const name = kind === 'cloud' && url.pathname.includes('/api/v2/') ? 'cursor' : 'start';
    const from = Number(url.searchParams.get(name) ?? 0);
    const next = new URL(url);
    next.searchParams.set(name, String(from + PART));
    // Version 2 names paths of the host, version 1 paths below the site.
    const path = `${next.pathname}${next.search}`;
    const _links = from + PART < items.length ? { next: name === 'cursor' ? path : path.slice(context.length) } : {};
    return ok({ results: items.slice(from, from + PART), _links });
  }

  /** From the outermost. */
  function above(id: string): string[] {
    const parent = site.pages.find((page) => page.id === id)?.parent ?? null;
    return parent === null ? [] : [...above(parent), parent];
  }

  function restriction(url: URL, id: string): SiteAnswer {
    const page = site.pages.find((one) => one.id === id);
    if (!page && !FOLDERS.test(id)) return none;
    if (page?.restriction === 'refused') return { status: 403, body: { message: 'no' } };
    const { people, groups } = page?.restriction ?? { people: [], groups: [] };
    const from = Number(url.searchParams.get('start') ?? 0);
    const limit = Number(url.searchParams.get('limit') ?? 25);
    const user = people.slice(from, from + limit).map((one) => {
      const { id: accountId, username, email } = personOf(one)!;
      return kind === 'cloud' ? { type: 'known', accountId, email: email ?? '' } : { type: 'known', username };
    });
    const group = groups.slice(from, from + limit).map((name) => ({ type: 'group', name }));
    return ok({
      operation: 'read',
      restrictions: { user: { results: user, size: user.length }, group: { results: group, size: group.length } },
    });
  }

  function changes(url: URL): SiteAnswer {
    const [, key] = /space = "([^"]+)"/.exec(url.searchParams.get('cql') ?? '') ?? [];
    const [, since = ''] = /lastmodified >= "([^"]+)"/.exec(url.searchParams.get('cql') ?? '') ?? [];
    const from = since.replace(' ', 'T');
    const pages = current().filter(({ space, changedAt }) => space === key && (changedAt ?? '9') >= from);
    return listing(
      url,
      pages.flatMap(({ id, attachments = [] }) => [
        { id, type: 'page' },
        ...attachments.map((one) => ({ id: one.id, type: 'attachment', container: { id, type: 'page' } })),
      ]),
    );
  }

  function file(id: string): SiteAnswer {
    const found = current()
      .flatMap(({ attachments = [] }) => attachments)
      .find((one) => one.id === id);
    return found ? { status: 200, body: found.file } : none;
  }

  function answerTo(path: string): SiteAnswer {
    const url = new URL(path, origin);
    const below = url.pathname.slice(context.length);
    const [, restricted] = /^\/rest\/api\/content\/([\w-]+)\/restriction\/byOperation\/read$/.exec(below) ?? [];
    if (restricted !== undefined) return restriction(url, restricted);
    if (below === '/rest/api/content/search') return changes(url);
    const [, downloaded] = /^\/download\/attachments\/(\w+)$/.exec(below) ?? [];
    if (downloaded !== undefined) return file(downloaded);
    return kind === 'cloud' ? cloud(url, below) : dataCenter(url, below);
  }

  function cloud(url: URL, below: string): SiteAnswer {
    const [, resource, id, part] = /^\/api\/v2\/(spaces|pages)(?:\/([\w-]+)(?:\/(\w+))?)?$/.exec(below) ?? [];
    if (resource === 'spaces' && id === undefined) {
      const keys = url.searchParams.get('keys')?.split(',');
      const spaces = site.spaces.filter(({ key }) => !keys || keys.includes(key));
      return listing(url, spaces.map((space) => ({ id: space.id, key: space.key, name: space.name, type: 'global' }))); // prettier-ignore
    }
    if (resource === 'spaces' && part === 'permissions') {
      const readers = site.spaces.find((space) => space.id === id)?.readers;
      if (!readers) return { status: 403, body: {} };
      return listing(url, [
        { principal: { type: 'group', id: 'g-admins' }, operation: { key: 'administer', targetType: 'space' } },
        ...readers.map((one) => ({
          principal: one.startsWith('group:')
            ? { type: 'group', id: `g-${one.slice(6)}` }
            : one === 'anonymous'
              ? { type: 'access_class', id: 'anonymous-users' }
              : { type: 'user', id: one },
          operation: { key: 'read', targetType: 'space' },
        })),
      ]);
    }
    if (resource === 'spaces' && part === 'pages') {
      const { key } = site.spaces.find((space) => space.id === id)!;
      const pages = current().filter((page) => page.space === key);
      return listing(
        url,
        pages.map(({ id: one, title, parent, version }) => ({
          id: one,
          title,
          status: 'current',
          parentId: parent,
          parentType: parent === null ? null : FOLDERS.test(parent) ? 'folder' : 'page',
          version: { number: version },
        })),
      );
    }
    const page = resource === 'pages' ? pageOf(id ?? '') : undefined;
    if (page && part === undefined)
      return ok({
        id: page.id,
        title: page.title,
        status: 'current',
        spaceId: site.spaces.find(({ key }) => key === page.space)!.id,
        version: { number: page.version },
        body: { storage: { value: page.storage, representation: 'storage' } },
      });
    if (page && part === 'ancestors')
      return ok({ results: above(page.id).map((one) => ({ id: one, type: FOLDERS.test(one) ? 'folder' : 'page' })) });
    if (page && part === 'attachments')
      return listing(
        url,
        (page.attachments ?? []).map(({ id: one, title, version, mediaType, file: bytes, claimed }) => ({
          id: one,
          title,
          mediaType,
          fileSize: claimed ?? bytes.length,
          version: { number: version },
          downloadLink: `/download/attachments/${one}`,
        })),
      );
    if (below === '/rest/api/user') return ok({ email: personOf(url.searchParams.get('accountId')!)?.email ?? '' });
    if (below === '/rest/api/group/by-id') return ok({ name: url.searchParams.get('id')!.slice(2) });
    return none;
  }

  function dataCenter(url: URL, below: string): SiteAnswer {
    if (below === '/rest/api/space')
      return listing(url, site.spaces.map(({ id, key, name }) => ({ id: Number(id), key, name }))); // prettier-ignore
    const [, key, part] = /^\/rest\/api\/space\/([\w~-]+)(?:\/(permissions|content\/page))?$/.exec(below) ?? [];
    const space = site.spaces.find((one) => one.key === key);
    if (space && part === undefined) return ok({ id: Number(space.id), key, name: space.name });
    if (space && part === 'permissions') {
      if (space.readers === null) return none;
      return ok(
        space.readers.map((one) => ({
          operation: { targetType: 'space', operationKey: 'read' },
          subject: one.startsWith('group:')
            ? { type: 'group', name: one.slice(6) }
            : one === 'anonymous'
              ? { type: 'anonymous' }
              : { type: 'user', userKey: one },
          spaceKey: key,
        })),
      );
    }
    const written = ({ id, title, version, status, space: own, storage }: SitePage) => ({
      id,
      title,
      status: status ?? 'current',
      version: { number: version },
      space: { key: own },
      ancestors: above(id).map((one) => ({ id: one })),
      body: { storage: { value: storage } },
    });
    if (space) return listing(url, current().filter((page) => page.space === key).map(written)); // prettier-ignore
    const [, id, child] = /^\/rest\/api\/content\/([\w-]+)(\/child\/attachment)?$/.exec(below) ?? [];
    const page = site.pages.find((one) => one.id === id);
    if (page && child === undefined) return ok(written(page));
    if (page && child !== undefined)
      return listing(
        url,
        (page.attachments ?? []).map(({ id: one, title, version, mediaType, file: bytes, claimed }) => ({
          id: one,
          title,
          version: { number: version },
          metadata: { mediaType },
          extensions: { mediaType, fileSize: claimed ?? bytes.length },
          _links: { download: `/download/attachments/${one}` },
        })),
      );
    if (below === '/rest/api/user') {
      const person = personOf(url.searchParams.get('key')!);
      return person ? ok({ username: person.username }) : none;
    }
    const [, username] = /^\/rest\/mobile\/1\.0\/profile\/(\w+)$/.exec(below) ?? [];
    const person = site.people.find((one) => one.username === username);
    return person ? ok({ email: person.email ?? undefined }) : none;
  }

  const site: ConfluenceSiteServer = {
    origin,
    url: kind === 'cloud' ? origin : `${origin}${context}`,
    authority: AUTHORITY,
    token: TOKEN,
    people: [],
    spaces: [],
    pages: [],
    requests: [],
    intercept: () => null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return site;
}
