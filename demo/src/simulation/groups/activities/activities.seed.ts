import type { IconName } from '@rise/contract';
import { CAST } from '../../generate/cast.ts';
import { dayFrom, minutesBefore } from '../../generate/days.ts';
import type { Seeding, StateOf } from '../../group.ts';
import type { LocalizedText } from '../../text.ts';
import activities from './data/activities.json';

interface ActivityEntry {
  readonly minutesAgo?: number;
  /** With `hour`, instead of `minutesAgo`. */
  readonly daysAgo?: number;
  readonly hour?: number;
  /** Name of a person of the cast; an icon instead for activities without an actor. */
  readonly person?: string;
  readonly icon?: IconName;
  readonly description: LocalizedText;
  readonly extraContent?: LocalizedText;
  readonly link?: { readonly path: string; readonly text: LocalizedText };
}

export function seedActivities({ random, now }: Seeding): StateOf<'activities'> {
  return {
    activities: (activities as ActivityEntry[]).map((entry) => ({
      id: random.uuid(),
      icon: entry.icon ?? null,
      image: CAST.find(({ name }) => name === entry.person)?.avatar ?? null,
      description: entry.description,
      date:
        entry.daysAgo === undefined
          ? minutesBefore(now, entry.minutesAgo ?? 0)
          : dayFrom(now, -entry.daysAgo, entry.hour),
      extraContent: entry.extraContent ?? null,
      linkedContent: entry.link?.text ?? null,
      link: entry.link?.path ?? null,
      useRouter: entry.link !== undefined,
    })),
  };
}
