import { DEMO_USER } from '../../generate/cast.ts';
import { type CallContext, type Group, invalidRequest, Reply, type StateOf } from '../../group.ts';
import { byIdIn, danglingReferences, duplicates, removeById, unknownIds } from '../../records.ts';
import { merge, localize } from '../../text.ts';
import { FILTERS, folderId, FOLDERS } from './folders.ts';
import { seedMailbox } from './mailbox.seed.ts';
import { searched } from './search.ts';
import { slugOf } from './slug.ts';

type State = StateOf<'mailbox'>;
type Mail = State['mails'][number];

const PAGE_SIZE = 10;
/** Folders that do not count unread mails, by what they count instead. */
const COUNTED = new Map([
  [folderId('sent'), 'nothing'],
  [folderId('trash'), 'nothing'],
  [folderId('drafts'), 'all'],
  [folderId('spam'), 'all'],
]);

function countOf(folder: string, mails: readonly Mail[]): number {
  const inside = mails.filter((mail) => mail.folder === folder);
  const counted = COUNTED.get(folder);
  if (counted === 'nothing') return 0;
  return counted === 'all' ? inside.length : inside.filter(({ unread }) => unread).length;
}

const byDate = (one: Mail, other: Mail) => (one.date < other.date ? 1 : one.date > other.date ? -1 : 0);

interface Selection {
  readonly folder?: string | undefined;
  readonly filter?: string | undefined;
  readonly label?: string | undefined;
}

/** Mails of a folder, a filter or a label, in this precedence; all mails otherwise. */
function selected({ mails, labels }: State, { folder, filter, label }: Selection): Mail[] {
  if (folder !== undefined) {
    const id = FOLDERS.find(({ slug }) => slug === folder)?.id;
    return mails.filter((mail) => mail.folder === id);
  }
  if (filter !== undefined) return mails.filter((mail) => mail[filter as keyof Mail] === true);
  if (label !== undefined) {
    const id = labels.find(({ slug }) => slug === label)?.id;
    return mails.filter((mail) => id !== undefined && mail.labels.includes(id));
  }
  return [...mails];
}

function pageOf(mails: readonly Mail[], page: number) {
  const lastPage = Math.max(Math.ceil(mails.length / PAGE_SIZE), 1);
  if (page > lastPage) return { mails: [], pagination: { lastPage } };
  const start = (page - 1) * PAGE_SIZE;
  const end = Math.min(start + PAGE_SIZE, mails.length);
  return {
    mails: mails
      .toSorted(byDate)
      .slice(start, end)
      .map((mail) => ({ ...mail, ccCount: mail.cc.length, bccCount: mail.bcc.length })),
    pagination: {
      totalResults: mails.length,
      resultsPerPage: PAGE_SIZE,
      currentPage: page,
      lastPage,
      startIndex: start,
      endIndex: end - 1,
    },
  };
}

interface Placing {
  readonly folder?: string | undefined;
  readonly labels?: string[] | undefined;
}

/** Issues for a folder or labels that are not there. */
function validatePlacing({ labels }: State, placing: Placing, field: string) {
  return [
    ...(placing.folder === undefined || byIdIn(FOLDERS, placing.folder)
      ? []
      : [{ field: `${field}.folder`, message: 'Use the id of one of the folders' }]),
    ...unknownIds(`${field}.labels`, placing.labels, labels),
  ];
}

const ORIGINS = ['drafts', 'sent'] as const;

/** Puts a mail into a folder; one that the user wrote keeps where it belongs. */
function place(mail: Mail, folder: string): void {
  const origin = ORIGINS.find((slug) => folderId(slug) === mail.folder) ?? mail.origin;
  mail.folder = folder;
  if (origin === undefined || ORIGINS.some((slug) => folderId(slug) === folder)) delete mail.origin;
  else mail.origin = origin;
}

function changeMail(
  state: State,
  context: CallContext,
  id: string,
  { folder, ...change }: Placing,
  field = 'mail',
): Mail | Reply | null {
  const mail = byIdIn(state.mails, id);
  if (!mail) return null;
  const issues = validatePlacing(state, { folder, ...change }, field);
  if (issues.length > 0) return invalidRequest(context.id(), issues);
  const wasDraft = mail.folder === folderId('drafts');
  merge(mail, { ...change, labels: change.labels && [...new Set(change.labels)] }, context.language);
  if (folder !== undefined) place(mail, folder);
  if (wasDraft && mail.folder === folderId('sent')) {
    if (!mail.to.includes('@'))
      return invalidRequest(context.id(), [
        { field: `${field}.to`, message: 'Write an e-mail address before you send it' },
      ]);
    mail.date = context.now.toISOString();
  }
  return mail;
}

/** Changes mails; a reply that one can't be changed leaves all as they are. */
function changeMails(
  state: State,
  context: CallContext,
  changes: readonly { id: string; mail: Placing }[],
): Mail[] | Reply {
  const changed: Mail[] = [];
  for (const [at, { id, mail: change }] of changes.entries()) {
    const mail = changeMail(state, context, id, change, `mails.${at}.mail`);
    if (mail instanceof Reply) return mail;
    if (mail) changed.push(mail);
  }
  return changed;
}

/** How many mails can be brought back; of one deletion, all. */
const REMEMBERED = 50;

/** Deletes mails that are in the trash; returns their ids. */
function removeForever(state: State, ids: ReadonlySet<string>): string[] {
  const removed = state.mails.filter(({ id, folder }) => ids.has(id) && folder === folderId('trash'));
  const removedIds = new Set(removed.map(({ id }) => id));
  state.mails = state.mails.filter(({ id }) => !removedIds.has(id));
  state.deletions = [...(state.deletions ?? []), ...removed].slice(-Math.max(REMEMBERED, removed.length));
  return [...removedIds];
}

function emptyTrash(state: State): string[] {
  const trash = folderId('trash');
  state.deletions = state.mails.filter(({ folder }) => folder === trash);
  state.mails = state.mails.filter(({ folder }) => folder !== trash);
  return state.deletions.map(({ id }) => id);
}

function restore(state: State, ids: ReadonlySet<string>): string[] {
  const { deletions = [], labels } = state;
  const restored = deletions.filter(({ id }) => ids.has(id));
  // A label may have been deleted since.
  for (const mail of restored) mail.labels = mail.labels.filter((id) => byIdIn(labels, id));
  state.deletions = deletions.filter(({ id }) => !ids.has(id));
  state.mails.push(...restored);
  return restored.map(({ id }) => id);
}

export const mailbox: Group<'mailbox'> = {
  name: 'mailbox',
  seed: seedMailbox,
  findIssues: ({ labels, mails }) => [
    ...duplicates('label', labels),
    ...duplicates(
      'label of one slug',
      labels.map(({ slug }) => ({ id: slug })),
    ),
    ...duplicates('mail', mails),
    ...mails.flatMap((mail) => [
      ...danglingReferences(`mail ${mail.id}`, [mail.folder], FOLDERS),
      ...danglingReferences(`mail ${mail.id}`, mail.labels, labels),
      ...duplicates(
        'label of a mail',
        mail.labels.map((id) => ({ id })),
      ),
    ]),
  ],
  handlers: {
    'GET /api/apps/mailbox/settings': { withoutInput: true, read: ({ settings }) => settings },
    'PATCH /api/apps/mailbox/settings': {
      write: ({ settings }, { body, language }) => merge(settings, body.settings, language),
    },
    'GET /api/apps/mailbox/folders': {
      withoutInput: true,
      read: ({ mails }) => FOLDERS.map((folder) => ({ ...folder, count: countOf(folder.id, mails) })),
    },
    'GET /api/apps/mailbox/filters': { withoutInput: true, read: () => [...FILTERS] },
    'GET /api/apps/mailbox/labels': { withoutInput: true, read: ({ labels }) => labels },
    'POST /api/apps/mailbox/label': {
      write: ({ labels }, { body, id }) => {
        const slugs = labels.map(({ slug }) => slug);
        const label = { id: id(), ...body.label, slug: slugOf(body.label.title, slugs) };
        labels.push(label);
        return label;
      },
    },
    'PATCH /api/apps/mailbox/label': {
      write: ({ labels }, { body, language }) => {
        const label = byIdIn(labels, body.id);
        if (!label) return null;
        merge(label, body.label, language);
        const slugs = labels.filter((other) => other !== label).map(({ slug }) => slug);
        // A slug does not depend on the request's language.
        label.slug = slugOf(localize(label.title, 'en'), slugs);
        return label;
      },
    },
    'DELETE /api/apps/mailbox/label': {
      write: ({ labels, mails }, { query }) => {
        if (!removeById(labels, query.id)) return null;
        for (const mail of mails) mail.labels = mail.labels.filter((id) => id !== query.id);
        return true;
      },
    },
    'GET /api/apps/mailbox/mails': {
      delay: 625,
      read: (state, { query }) => pageOf(searched(selected(state, query), query.search ?? ''), query.page),
    },
    'GET /api/apps/mailbox/mail': { read: ({ mails }, { query }) => byIdIn(mails, query.id) },
    'POST /api/apps/mailbox/mail': {
      write: ({ mails }, { body, id, now }) => {
        const { draft, ...fields } = body.mail;
        const mail: Mail = {
          id: id(),
          type: 'mail',
          from: { avatar: DEMO_USER.avatar, contact: `${DEMO_USER.name} <${DEMO_USER.email}>` },
          ...fields,
          date: now.toISOString(),
          starred: false,
          important: false,
          unread: false,
          folder: folderId(draft ? 'drafts' : 'sent'),
          labels: [],
        };
        mails.unshift(mail);
        return mail;
      },
    },
    'PATCH /api/apps/mailbox/mail': {
      write: (state, request) => changeMail(state, request, request.body.id, request.body.mail),
    },
    'DELETE /api/apps/mailbox/mail': {
      write: (state, { query }) => {
        const mail = byIdIn(state.mails, query.id);
        if (!mail) return null;
        if (mail.folder === folderId('trash')) removeForever(state, new Set([mail.id]));
        else place(mail, folderId('trash'));
        return true;
      },
    },
    'PATCH /api/apps/mailbox/mails': {
      write: (state, request) => changeMails(state, request, request.body.mails),
    },
    'DELETE /api/apps/mailbox/mails': { write: (state, { body }) => removeForever(state, new Set(body.ids)) },
    'DELETE /api/apps/mailbox/trash': { withoutInput: true, write: emptyTrash },
    'POST /api/apps/mailbox/restore': { write: (state, { body }) => restore(state, new Set(body.ids)) },
  },
};
