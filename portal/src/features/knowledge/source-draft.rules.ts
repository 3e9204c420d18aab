import type { KnowledgeSource, KnowledgeSourceDraft } from '@rise/contract';

/** What a person has entered. */
export interface SourceFields {
  name: string;
  kind: KnowledgeSource['kind'];
  url: string;
  email: string;
  /** Empty: the stored one stays. */
  token: string;
  spaces: KnowledgeSource['spaces'];
  /** With commas between. */
  groups: string;
}

export type SentDraft = Omit<KnowledgeSourceDraft, 'token'> & { token?: string };

export const emptyDraft = (source: KnowledgeSource | null): SourceFields => ({
  name: source?.name ?? '',
  kind: source?.kind ?? 'cloud',
  url: source?.url ?? '',
  email: source?.email ?? '',
  token: '',
  spaces: source?.spaces ?? [],
  groups: source?.commonGroups.join(', ') ?? '',
});

export const groupsOf = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');

export function sentDraft({ name, kind, url, email, token, spaces, groups }: SourceFields): SentDraft {
  return {
    name: name.trim(),
    kind,
    url: url.trim(),
    email: kind === 'cloud' ? email.trim() : null,
    ...(token.trim() !== '' && { token: token.trim() }),
    spaces: spaces.map((space) => ({ key: space.key, name: space.name })),
    commonGroups: groupsOf(groups),
  };
}

/** What can be seen at once; the server decides. */
export function issuesOf(fields: SourceFields, source: KnowledgeSource | null) {
  const sent = sentDraft(fields);
  const isElsewhere =
    source === null || source.kind !== sent.kind || source.email !== sent.email || withoutEnd(source.url) !== withoutEnd(sent.url); // prettier-ignore
  return {
    name: sent.name === '' ? ('name' as const) : null,
    url: isHttps(sent.url) ? null : ('url' as const),
    email: sent.kind === 'cloud' && !/^\S+@\S+\.\S+$/.test(sent.email ?? '') ? ('email' as const) : null,
    token: sent.token === undefined && isElsewhere ? (source ? ('tokenAgain' as const) : ('token' as const)) : null,
    spaces: sent.spaces.length === 0 ? ('spaces' as const) : null,
  };
}

const isHttps = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === 'https:';

/** The server adds /wiki to the address of a Cloud site. */
const withoutEnd = (url: string): string => url.replace(/\/+$/, '').replace(/\/wiki$/, '');
