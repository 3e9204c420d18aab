import { CAST, DEMO_USER, type Person } from '../../generate/cast.ts';
import { minutesBefore } from '../../generate/days.ts';
import { pdf } from '../../generate/pdf.ts';
import { chartPicture, documentPicture } from '../../generate/picture.ts';
import type { Random } from '../../generate/random.ts';
import type { Seeding, StateOf } from '../../group.ts';
import { folderId, type FolderSlug } from './folders.ts';
import { INBOX } from './inbox.mails.ts';
import { ARCHIVE, SPAM, TRASH } from './older.mails.ts';
import { DRAFTS, SENT } from './own.mails.ts';
import { slugOf } from './slug.ts';

type State = StateOf<'mailbox'>;
type Mail = State['mails'][number];
type Pair = readonly [en: string, tr: string];
type LabelName = (typeof LABELS)[number][0];

/**
 * Hours ago, the other person (a name of the cast, or "Name <address>"), marks (starred, important, unread), labels,
 * subject and text in both languages, and what else there is.
 */
export type Line = readonly [
  hours: number,
  other: string,
  marks: string,
  labels: readonly LabelName[],
  subject: Pair,
  text: Pair,
  more?: { readonly cc?: readonly string[]; readonly files?: readonly (readonly [name: string, bytes: number])[] },
];

const LABELS = [
  ['personal', 'Personal', 'Kişisel', '#14b8a6'],
  ['work', 'Work', 'İş', '#6366f1'],
  ['payments', 'Payments', 'Ödemeler', '#22c55e'],
  ['invoices', 'Invoices', 'Faturalar', '#f97316'],
  ['accounts', 'Accounts', 'Hesaplar', '#3b82f6'],
  ['forums', 'Forums', 'Forumlar', '#ec4899'],
] as const;

const TYPES: Readonly<Record<string, string>> = { pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg' };
const OWN = `${DEMO_USER.name} <${DEMO_USER.email}>`;

const personCalled = (name: string): Person | undefined => CAST.find((person) => person.name === name);

function addressOf(name: string): string {
  const person = personCalled(name);
  return person ? `${person.name} <${person.email}>` : name;
}

function attachments(files: readonly (readonly [string, number])[]): Mail['attachments'] {
  return files.map(([name, size]) => {
    const type = TYPES[name.slice(-3)]!;
    const isDocument = type === 'application/pdf';
    const preview = isDocument ? documentPicture(name) : chartPicture(name);
    const heading = name.slice(0, -4);
    return {
      type,
      name,
      size,
      preview,
      downloadUrl: isDocument ? pdf(heading, 'A sample of the demo suite.') : preview,
    };
  });
}

/** With a salutation and the writer's name, unless it is a draft or nobody we know wrote it. */
function letter([en, tr]: Pair, to: string, from: string, random: Random): { en: string; tr: string } {
  const [first, last] = [to.split(' ')[0]!, from.split(' ')[0]!];
  const [hello, greeting] = random.pick([
    [`Hello ${first},`, `Merhaba ${first},`],
    [`Dear ${first},`, `Sevgili ${first},`],
    [`${first},`, `${first},`],
  ] as const);
  const [regards, inTurkish] = random.pick([
    ['Best regards,', 'Saygılarımla,'],
    ['Many thanks,', 'Çok teşekkürler,'],
    ['Yours,', 'Sevgiler,'],
  ] as const);
  return { en: `${hello}\n\n${en}\n\n${regards}\n${last}`, tr: `${greeting}\n\n${tr}\n\n${inTurkish}\n${last}` };
}

export function seedMailbox({ random, now }: Seeding): State {
  const labels = LABELS.map(([, en, tr, color]) => ({
    id: random.uuid(),
    title: { en, tr },
    slug: slugOf(en, []),
    color,
  }));
  const labelId = (name: LabelName) => labels[LABELS.findIndex(([known]) => known === name)]!.id;

  const mail = (folder: FolderSlug, [hours, other, marks, names, subject, text, more = {}]: Line): Mail => {
    const mine = folder === 'sent' || folder === 'drafts';
    const person = personCalled(other);
    const plain = folder === 'drafts' || !person;
    const [to, from] = mine ? [other, DEMO_USER.name] : [DEMO_USER.name, other];
    return {
      id: random.uuid(),
      type: 'mail',
      from: mine
        ? { avatar: DEMO_USER.avatar, contact: OWN }
        : { avatar: person?.avatar ?? null, contact: addressOf(other) },
      to: mine ? addressOf(other) : OWN,
      cc: (more.cc ?? []).map(addressOf),
      bcc: [],
      date: minutesBefore(now, Math.round(hours * 60)),
      subject: { en: subject[0], tr: subject[1] },
      content: plain ? { en: text[0], tr: text[1] } : letter(text, to, from, random),
      attachments: attachments(more.files ?? []),
      starred: marks.includes('s'),
      important: marks.includes('i'),
      unread: marks.includes('u'),
      folder: folderId(folder),
      labels: names.map(labelId),
    };
  };

  const folders = { inbox: INBOX, sent: SENT, drafts: DRAFTS, archive: ARCHIVE, spam: SPAM, trash: TRASH } as const;
  return {
    settings: { messageLayout: 'right' },
    labels,
    mails: Object.entries(folders).flatMap(([slug, lines]) => lines.map((line) => mail(slug as FolderSlug, line))),
  };
}
