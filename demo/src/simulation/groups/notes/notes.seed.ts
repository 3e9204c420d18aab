import { dayFrom } from '../../generate/days.ts';
import { scene } from '../../generate/scene.ts';
import type { Seeding, StateOf } from '../../group.ts';
import type { LocalizedText } from '../../text.ts';
import data from './data/notes.json';

interface NoteEntry {
  readonly title: LocalizedText;
  readonly content?: LocalizedText;
  readonly tasks?: readonly { readonly content: LocalizedText; readonly completed: boolean }[];
  /** Indexes of labels. */
  readonly labels: readonly number[];
  readonly image?: boolean;
  /** Days from now. */
  readonly reminder?: number;
  readonly archived?: boolean;
  readonly daysAgo: number;
}

export function seedNotes({ random, now }: Seeding): StateOf<'notes'> {
  const labels = data.labels.map((title) => ({ id: random.uuid(), title }));
  const notes = (data.notes as NoteEntry[]).map((entry) => ({
    id: random.uuid(),
    title: entry.title,
    content: entry.content ?? '',
    tasks: entry.tasks?.map((task) => ({ id: random.uuid(), ...task })) ?? null,
    image: entry.image ? scene(entry.title.en) : null,
    reminder: entry.reminder === undefined ? null : dayFrom(now, entry.reminder, 9),
    labels: entry.labels.map((index) => labels[index]!.id),
    archived: entry.archived ?? false,
    createdAt: dayFrom(now, -entry.daysAgo, 8, random.int(0, 59)),
    updatedAt: null,
  }));
  return { notes, labels };
}
