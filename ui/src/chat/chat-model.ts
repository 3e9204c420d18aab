export interface ChatPerson {
  /** Of the conversation with them. */
  id: string;
  name: string;
  avatar?: string | null;
  unread: number;
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

/** Lines that one side wrote one after the other. */
export interface ChatRun {
  mine: boolean;
  lines: readonly ChatLine[];
}

export interface ChatDay {
  /** The calendar day in the reader's time zone, as yyyy-mm-dd. */
  day: string;
  runs: readonly ChatRun[];
}

/** The calendar day of a moment, in the time zone of the reader. */
export function dayOf(time: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).format(time);
}

/** Lines by day and by who wrote them; they come oldest first. */
export function groupLines(lines: readonly ChatLine[], timeZone?: string): ChatDay[] {
  const days: { day: string; runs: { mine: boolean; lines: ChatLine[] }[] }[] = [];
  for (const line of lines) {
    const name = dayOf(new Date(line.createdAt), timeZone);
    let day = days.at(-1);
    if (day?.day !== name) {
      day = { day: name, runs: [] };
      days.push(day);
    }
    const run = day.runs.at(-1);
    if (run?.mine === line.mine) run.lines.push(line);
    else day.runs.push({ mine: line.mine, lines: [line] });
  }
  return days;
}
