import type { ConfluenceFailure } from '@rise/contract';
import { z } from 'zod';
import { ConfluenceError } from './confluence-failure.rules.ts';
import type { ConfluenceHttp } from './confluence-http.ts';

export interface RemoteSpace {
  readonly id: string;
  readonly key: string;
  readonly name: string;
}

/** Who may read something: email addresses and names of groups, in lower case. */
export interface Readers {
  readonly emails: readonly string[];
  readonly groups: readonly string[];
}

export interface RemotePage {
  readonly id: string;
  readonly title: string;
  readonly version: number;
  /** Null: they have to be requested on their own. */
  readonly ancestors: readonly string[] | null;
}

export interface RemoteText {
  readonly title: string;
  readonly version: number;
  readonly ancestors: readonly string[] | null;
  /** In the storage format. */
  readonly storage: string;
}

export interface RemoteAttachment {
  readonly id: string;
  readonly title: string;
  readonly version: number;
  readonly mediaType: string;
  readonly bytes: number;
  /** Path of the file on the site. */
  readonly download: string;
}

/** A Confluence site, as far as it is read. Errors are `ConfluenceError`. */
export interface ConfluenceSite {
  /** All that the account may read. */
  listSpaces(): Promise<RemoteSpace[]>;
  /** Throws with the code `space` where there is none. */
  findSpace(key: string): Promise<RemoteSpace>;
  /** Null where they are not known. */
  spaceReaders(space: RemoteSpace): Promise<(Readers & { readonly isPublic: boolean }) | null>;
  /** All current pages; throws rather than leave any out. */
  listPages(space: RemoteSpace): Promise<RemotePage[]>;
  /** Ids of pages that changed, or whose attachments did, on this day or later. */
  listChanged(space: RemoteSpace, since: Date): Promise<string[]>;
  /** Null where it is no current page of the space. */
  readPage(space: RemoteSpace, id: string): Promise<RemoteText | null>;
  /** All pages and folders above a page; null where they are not known. */
  ancestorsOf(id: string): Promise<string[] | null>;
  /** Readers that a page or folder is restricted to itself; `none` without a restriction, null where that is not known. */
  restrictionOf(id: string): Promise<Readers | 'none' | null>;
  listAttachments(pageId: string): Promise<RemoteAttachment[]>;
  /** Null where there is none of at most so many bytes. */
  download(attachment: RemoteAttachment, maxBytes: number): Promise<Buffer | null>;
  /** Ends the connections to the site. */
  close(): void;
  /** Where people open a page. */
  addressOf(space: RemoteSpace, id: string): string;
}

export const remoteId = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^[\w:-]{1,64}$/));
export const title = z.string().max(10_000);
export const version = z.object({ number: z.int().min(0).max(2_147_483_647) });
const links = z.object({ next: z.string().optional() }).optional();
export const pageOf = <T extends z.ZodType>(item: T) => z.object({ results: z.array(item), _links: links });

/** Answers of one listing; more are no listing that ends. */
const MOST_ANSWERS = 5000;

/** All items of a listing that names its next part. */
export async function listAll<T extends z.ZodType>(
  http: ConfluenceHttp,
  path: string,
  item: T,
  absent: ConfluenceFailure = 'protocol',
): Promise<z.output<T>[]> {
  const all: z.output<T>[] = [];
  const seen = new Set<string>();
  for (let next: string | undefined = path; next !== undefined;) {
    if (seen.has(next) || seen.size >= MOST_ANSWERS) throw new ConfluenceError('protocol');
    seen.add(next);
    const found: z.output<ReturnType<typeof pageOf<T>>> | null = await http.find(next, pageOf(item));
    if (found === null) throw new ConfluenceError(absent);
    all.push(...(found.results as z.output<T>[]));
    next = found._links?.next;
  }
  return all;
}

const person = z.object({
  accountId: z.string().optional(),
  username: z.string().optional(),
  email: z.string().optional(),
});
export type RemotePerson = z.output<typeof person>;
const listed = <T extends z.ZodType>(item: T) => z.object({ results: z.array(item) }).optional();
const restriction = z.object({
  restrictions: z.object({ user: listed(person), group: listed(z.object({ name: z.string() })) }),
});
const RESTRICTION_LIMIT = 200;

/** The read restriction of a page, which both kinds of site tell alike. `emailOf`: null where it is not known. */
export async function readRestriction(
  http: ConfluenceHttp,
  id: string,
  emailOf: (one: RemotePerson) => Promise<string | null>,
): Promise<Readers | 'none' | null> {
  const people: RemotePerson[] = [];
  const groups: string[] = [];
  for (let start = 0; ; start += RESTRICTION_LIMIT) {
    const path = `/rest/api/content/${id}/restriction/byOperation/read?expand=restrictions.user,restrictions.group&start=${start}&limit=${RESTRICTION_LIMIT}`;
    const found = await http.find(path, restriction, true);
    if (found === null) return null;
    const { user, group } = found.restrictions;
    people.push(...(user?.results ?? []));
    groups.push(...(group?.results ?? []).map(({ name }) => name.toLowerCase()));
    const most = Math.max(user?.results.length ?? 0, group?.results.length ?? 0);
    if (most < RESTRICTION_LIMIT) break;
  }
  if (people.length === 0 && groups.length === 0) return 'none';
  return { emails: await inTurn(people, emailOf), groups };
}

/** What is found of each, one request after the other; what is not known is left out. */
export async function inTurn<Item>(
  items: readonly Item[],
  find: (item: Item) => Promise<string | null>,
): Promise<string[]> {
  const found: string[] = [];
  for (const item of items) {
    const one = await find(item);
    if (one !== null) found.push(one);
  }
  return found;
}

/** Changes are listed by the minute, in the time zone of the account, and late: a day more covers all of that. */
export const OVERLAP_MS = 24 * 3600_000;

/** What has changed in a space since a time, or a day earlier. */
export function changesSince(key: string, since: Date): string {
  const day = new Date(since.getTime() - OVERLAP_MS).toISOString().slice(0, 16).replace('T', ' ');
  const quoted = key.replaceAll(/["\\]/g, '\\$&');
  return encodeURIComponent(`space = "${quoted}" and type in (page, attachment) and lastmodified >= "${day}"`);
}

export const changedContent = z.object({
  id: remoteId,
  type: z.string(),
  container: z.object({ id: remoteId.optional(), type: z.string().optional() }).optional(),
});

/** Ids of the pages among changed contents: they themselves, and those of attachments. */
export function pagesOfChanges(contents: readonly z.output<typeof changedContent>[]): string[] {
  const ids = contents.map(({ id, type, container }) => (type === 'attachment' ? container?.id : id));
  return [...new Set(ids.filter((id) => id !== undefined))];
}
