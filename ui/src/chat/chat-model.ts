export type Presence = 'online' | 'away' | 'busy' | 'offline';

export interface ChatPerson {
  id: string;
  name: string;
  avatar?: string | null;
  /** Absent where nobody can know. */
  presence?: Presence;
  /** What they say of themselves, where their presence is unknown and nothing else is to be told. */
  about?: string;
  /** Messages of theirs that have not been seen. */
  unread: number;
  /** Their messages come quietly. */
  muted?: boolean;
  /** The end of what was written to each other; absent where nothing was yet. `at` is ISO 8601. */
  last?: { text: string; at: string };
  /** Why one cannot write to them any more; they can be written to where there is none. */
  closed?: string;
}

export interface ChatLine {
  id: string;
  value: string;
  /** ISO 8601. */
  createdAt: string;
  mine: boolean;
  /** On its way, or not arrived; absent once it is there. */
  state?: 'sending' | 'failed';
}

/** Lines that one side wrote one soon after the other. */
export interface ChatRun {
  mine: boolean;
  lines: readonly ChatLine[];
}

export interface ChatDay {
  /** The calendar day in the reader's time zone, as yyyy-mm-dd. */
  day: string;
  runs: readonly ChatRun[];
}

/** A longer silence begins another run. */
const SILENCE_MS = 10 * 60_000;

/** The calendar day of a moment, in the time zone of the reader. */
export function dayOf(time: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(time);
}

/** Lines by day, by who wrote them, and by the silences between; they come oldest first. `from` begins a run. */
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
    const before = run?.lines.at(-1);
    const goesOn =
      run?.mine === line.mine &&
      line.id !== from &&
      Date.parse(line.createdAt) - Date.parse(before!.createdAt) < SILENCE_MS;
    if (goesOn) run.lines.push(line);
    else day.runs.push({ mine: line.mine, lines: [line] });
  }
  return days;
}

/** Without accents and the two kinds of i, for finding by what can be typed on any keyboard. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ı', 'i');

/** Those whose name holds every word that was typed. */
export function findPeople(people: readonly ChatPerson[], query: string): readonly ChatPerson[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return people;
  return people.filter(({ name }) => {
    const searched = plain(name);
    return words.every((word) => searched.includes(word));
  });
}

/** A text, and the addresses in it, in order. */
export function splitLinks(text: string): { text: string; href?: string }[] {
  const parts: { text: string; href?: string }[] = [];
  let at = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"']+/g)) {
    // A sentence may end right behind an address.
    const href = match[0].replace(/[.,;:!?)\]}]+$/, '');
    if (!URL.canParse(href)) continue;
    if (match.index > at) parts.push({ text: text.slice(at, match.index) });
    parts.push({ text: href, href });
    at = match.index + href.length;
  }
  if (at < text.length) parts.push({ text: text.slice(at) });
  return parts;
}
