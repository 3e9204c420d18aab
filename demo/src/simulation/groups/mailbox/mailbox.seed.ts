import { CAST, DEMO_USER, type Person } from '../../generate/cast.ts';
import { minutesBefore } from '../../generate/days.ts';
import { pdf } from '../../generate/pdf.ts';
import { chartPicture, documentPicture } from '../../generate/picture.ts';
import type { Random } from '../../generate/random.ts';
import type { Seeding, StateOf } from '../../group.ts';
import type { LocalizedText } from '../../text.ts';
import { folderId, type FolderSlug } from './folders.ts';
import archive from './data/archive.json';
import drafts from './data/drafts.json';
import inbox from './data/inbox.json';
import labelEntries from './data/labels.json';
import sent from './data/sent.json';
import spam from './data/spam.json';
import trash from './data/trash.json';
import { slugOf } from './slug.ts';

type State = StateOf<'mailbox'>;
type Mail = State['mails'][number];

/** A mail of the data files. */
interface MailEntry {
  readonly hoursAgo: number;
  /** Sender, or recipient of the user's own mails: a name of the cast or "Name <address>". */
  readonly person: string;
  readonly starred?: boolean;
  readonly important?: boolean;
  readonly unread?: boolean;
  readonly labels: readonly string[];
  readonly subject: LocalizedText;
  readonly content: LocalizedText;
  readonly cc?: readonly string[];
  readonly files?: readonly FileEntry[];
}
interface FileEntry {
  readonly name: string;
  readonly bytes: number;
}

/** By folder, newest first. */
const MAILS: Readonly<Record<FolderSlug, readonly MailEntry[]>> = { inbox, sent, drafts, archive, spam, trash };

const TYPES: Readonly<Record<string, string>> = { pdf: 'application/pdf', png: 'image/png', jpg: 'image/jpeg' };
const OWN = `${DEMO_USER.name} <${DEMO_USER.email}>`;

const personCalled = (name: string): Person | undefined => CAST.find((person) => person.name === name);

function addressOf(name: string): string {
  const person = personCalled(name);
  return person ? `${person.name} <${person.email}>` : name;
}

function attachments(files: readonly FileEntry[]): Mail['attachments'] {
  return files.map(({ name, bytes: size }) => {
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

/** Adds a salutation and signature, except to drafts and mails by people outside the cast. */
function letter({ en, tr }: LocalizedText, to: string, from: string, random: Random): LocalizedText {
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
  const labels = labelEntries.map(({ title, color }) => ({
    id: random.uuid(),
    title,
    slug: slugOf(title.en, []),
    color,
  }));
  const labelId = (name: string) => labels[labelEntries.findIndex((label) => label.name === name)]!.id;

  const mail = (folder: FolderSlug, entry: MailEntry): Mail => {
    const { person: other, content } = entry;
    const isOwn = folder === 'sent' || folder === 'drafts';
    const person = personCalled(other);
    const isPlain = folder === 'drafts' || !person;
    const [to, from] = isOwn ? [other, DEMO_USER.name] : [DEMO_USER.name, other];
    return {
      id: random.uuid(),
      type: 'mail',
      from: isOwn
        ? { avatar: DEMO_USER.avatar, contact: OWN }
        : { avatar: person?.avatar ?? null, contact: addressOf(other) },
      to: isOwn ? addressOf(other) : OWN,
      cc: (entry.cc ?? []).map(addressOf),
      bcc: [],
      date: minutesBefore(now, Math.round(entry.hoursAgo * 60)),
      subject: entry.subject,
      content: isPlain ? content : letter(content, to, from, random),
      attachments: attachments(entry.files ?? []),
      starred: entry.starred ?? false,
      important: entry.important ?? false,
      unread: entry.unread ?? false,
      folder: folderId(folder),
      labels: entry.labels.map(labelId),
    };
  };

  return {
    settings: { messageLayout: 'right' },
    labels,
    mails: Object.entries(MAILS).flatMap(([slug, entries]) => entries.map((entry) => mail(slug as FolderSlug, entry))),
  };
}
