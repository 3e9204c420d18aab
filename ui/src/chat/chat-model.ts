import { createWordMatcher } from '@rise/contract/fold';

export type Presence = 'online' | 'away' | 'busy' | 'offline';

export interface ChatPerson {
  id: string;
  name: string;
  avatar?: string | null;
  /** Absent if unknown. */
  presence?: Presence;
  /** A line about the person, shown where the presence is unknown. */
  about?: string;
  /** Number of unread messages. */
  unread: number;
  /** Muted: no announcement and a quiet badge. */
  muted?: boolean;
  /** Last message of the conversation; absent if there is none. `at` is ISO 8601. */
  last?: { text: string; at: string };
  /** Why the person cannot receive messages; absent if they can. */
  closed?: string;
}

export interface ChatLine {
  id: string;
  value: string;
  /** ISO 8601. */
  createdAt: string;
  mine: boolean;
  /** Who wrote it, where several people write; the person of the conversation otherwise. */
  author?: string | undefined;
  /** Sent with it; pictures are shown, others downloaded. */
  files?: readonly { name: string; url: string }[] | undefined;
  /** Absent once delivered. */
  state?: 'sending' | 'failed';
}

/** Consecutive messages of one writer. */
export interface ChatRun {
  mine: boolean;
  lines: readonly ChatLine[];
}

export interface ChatDay {
  /** The calendar day in the reader's time zone, as yyyy-mm-dd. */
  day: string;
  runs: readonly ChatRun[];
}

/** A longer pause starts another run. */
const RUN_GAP_MS = 10 * 60_000;

/** Calendar day of a moment in the reader's time zone. */
export function dayOf(time: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(time);
}

/** Groups messages (oldest first) by day, writer and pause. The message with the id `from` starts a run. */
export function groupLines(lines: readonly ChatLine[], timeZone?: string, from?: string | null): ChatDay[] {
  const days: { day: string; runs: { mine: boolean; lines: ChatLine[] }[] }[] = [];
  for (const line of lines) {
    const name = dayOf(new Date(line.createdAt), timeZone);
    let day = days.at(-1);
    if (day?.day !== name) {
      day = { day: name, runs: [] };
      days.push(day);
    }
    const run = day.runs.at(-1);
    const previous = run?.lines.at(-1);
    const continuesRun =
      run?.mine === line.mine &&
      previous!.author === line.author &&
      line.id !== from &&
      Date.parse(line.createdAt) - Date.parse(previous!.createdAt) < RUN_GAP_MS;
    if (continuesRun) run.lines.push(line);
    else day.runs.push({ mine: line.mine, lines: [line] });
  }
  return days;
}

/** People whose name contains every word of the query. */
export function findPeople(people: readonly ChatPerson[], query: string): readonly ChatPerson[] {
  const matches = createWordMatcher(query);
  return people.filter(({ name }) => matches(name));
}

/** Splits a text into plain parts and links. */
export function splitLinks(text: string): { text: string; href?: string }[] {
  const parts: { text: string; href?: string }[] = [];
  let at = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"']+/g)) {
    // Punctuation after an address belongs to the sentence.
    const href = match[0].replace(/[.,;:!?)\]}]+$/, '');
    if (!URL.canParse(href)) continue;
    if (match.index > at) parts.push({ text: text.slice(at, match.index) });
    parts.push({ text: href, href });
    at = match.index + href.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}
