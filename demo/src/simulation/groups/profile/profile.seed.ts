import { CAST, DEMO_USER } from '../../generate/cast.ts';
import { minutesBefore } from '../../generate/days.ts';
import { scene } from '../../generate/scene.ts';
import type { Seeding, StateOf } from '../../group.ts';
import { CIRCLES, FOLLOWED, GALLERY, ME, POSTS } from './posts.ts';

type Profile = StateOf<'profile'>;

const idOf = (name: string) => (name === ME ? DEMO_USER : CAST.find((one) => one.name === name)!).id;

export function seedProfile({ random, now }: Seeding): Profile {
  const fans = (count: number) => random.some(CAST, count).map(({ id }) => id);
  return {
    posts: POSTS.map(({ by, minutesAgo, text: [en, tr], picture, likes, likedByMe, comments = [] }) => {
      const ids = comments.map(() => random.uuid());
      return {
        id: random.uuid(),
        authorId: idOf(by ?? ME),
        content: { en, tr },
        date: minutesBefore(now, minutesAgo),
        picture: picture === undefined ? null : scene(picture),
        likedBy: [...fans(likes), ...(likedByMe ? [DEMO_USER.id] : [])],
        comments: comments.map((comment, place) => ({
          id: ids[place]!,
          parentId: comment.replyTo === undefined ? null : ids[comment.replyTo]!,
          authorId: idOf(comment.by),
          content: { en: comment.text[0], tr: comment.text[1] },
          date: minutesBefore(now, minutesAgo - 12 * (place + 1)),
          likedBy: fans(random.int(0, 3)),
        })),
      };
    }),
    followers: FOLLOWED.map(([name, followed]) => ({ personId: idOf(name), followed })),
    gallery: GALLERY.map(([en, tr]) => ({ id: random.uuid(), title: { en, tr }, picture: scene(en) })),
    groups: CIRCLES.map(([en, tr, members]) => ({ id: random.uuid(), name: { en, tr }, members })),
  };
}
