import { CAST, DEMO_USER } from '../../generate/cast.ts';
import { minutesBefore } from '../../generate/days.ts';
import { scene } from '../../generate/scene.ts';
import type { Seeding, StateOf } from '../../group.ts';
import type { LocalizedText } from '../../text.ts';
import posts from './data/posts.json';
import profile from './data/profile.json';

type Profile = StateOf<'profile'>;

/** In the data files, the demo user. */
const ME = 'me';

interface PostEntry {
  /** A name of the cast, or `me`. */
  readonly author: string;
  readonly minutesAgo: number;
  readonly text: LocalizedText;
  readonly picture?: string;
  readonly likes: number;
  readonly likedByMe?: boolean;
  readonly comments?: readonly CommentEntry[];
}
interface CommentEntry {
  readonly author: string;
  readonly text: LocalizedText;
  /** Index of the comment it replies to. */
  readonly replyTo?: number;
}

const idOf = (name: string) => (name === ME ? DEMO_USER : CAST.find((one) => one.name === name)!).id;

export function seedProfile({ random, now }: Seeding): Profile {
  const fans = (count: number) => random.sample(CAST, count).map(({ id }) => id);
  return {
    posts: (posts as PostEntry[]).map(({ author, minutesAgo, text, picture, likes, likedByMe, comments = [] }) => {
      const ids = comments.map(() => random.uuid());
      return {
        id: random.uuid(),
        authorId: idOf(author),
        content: text,
        date: minutesBefore(now, minutesAgo),
        picture: picture === undefined ? null : scene(picture),
        likedBy: [...fans(likes), ...(likedByMe ? [DEMO_USER.id] : [])],
        comments: comments.map((comment, index) => ({
          id: ids[index]!,
          parentId: comment.replyTo === undefined ? null : ids[comment.replyTo]!,
          authorId: idOf(comment.author),
          content: comment.text,
          date: minutesBefore(now, minutesAgo - 12 * (index + 1)),
          likedBy: fans(random.int(0, 3)),
        })),
      };
    }),
    followers: profile.followers.map(({ person, followed }) => ({ personId: idOf(person), followed })),
    gallery: profile.gallery.map((title) => ({ id: random.uuid(), title, picture: scene(title.en) })),
    groups: profile.groups.map((group) => ({ id: random.uuid(), ...group })),
  };
}
