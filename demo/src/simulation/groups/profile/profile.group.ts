import { CAST, DEMO_USER } from '../../generate/cast.ts';
import type { Circumstances, Group, StateOf } from '../../group.ts';
import { byIdIn, dangling, duplicates, take } from '../../records.ts';
import { seedProfile } from './profile.seed.ts';

type State = StateOf<'profile'>;
type Post = State['posts'][number];
type Comment = Post['comments'][number];
type Here = Circumstances<'user'>;

const PEOPLE = [...CAST, DEMO_USER];

/** The user as they call themselves now, or somebody of the cast. */
function personOf(id: string, { others }: Here) {
  const me = others.user.user;
  if (id === me.id) return { id, name: me.name, title: null, avatar: me.avatar };
  const { name, title, avatar } = byIdIn(CAST, id)!;
  return { id, name, title, avatar };
}

function remark({ id, authorId, content, date, likedBy }: Post | Comment, asked: Here) {
  const me = asked.others.user.user.id;
  return {
    id,
    content,
    date,
    author: personOf(authorId, asked),
    likes: likedBy.length,
    liked: likedBy.includes(me),
    isMine: authorId === me,
  };
}

const toldComment = (comment: Comment, asked: Here) => ({ ...remark(comment, asked), parentId: comment.parentId });
const toldPost = (post: Post, asked: Here) => ({
  ...remark(post, asked),
  picture: post.picture,
  comments: post.comments.map((comment) => toldComment(comment, asked)),
});
const toldFollower = ({ personId, followed }: State['followers'][number], asked: Here) => ({
  ...personOf(personId, asked),
  followed,
});

function like(liked: boolean, remark: Post | Comment, { others }: Here) {
  const me = others.user.user.id;
  const rest = remark.likedBy.filter((id) => id !== me);
  remark.likedBy = liked ? [...rest, me] : rest;
}

/** A comment without those that reply to it, however far down. */
function withoutThread(comments: readonly Comment[], id: string): Comment[] {
  const gone = new Set([id]);
  // Replies come after what they reply to.
  for (const comment of comments) if (comment.parentId !== null && gone.has(comment.parentId)) gone.add(comment.id);
  return comments.filter((comment) => !gone.has(comment.id));
}

export const profile: Group<'profile', 'user'> = {
  name: 'profile',
  reads: ['user'],
  seed: seedProfile,
  problems: ({ posts, followers, gallery, groups }) => [
    ...duplicates('post', posts),
    ...duplicates(
      'comment',
      posts.flatMap(({ comments }) => comments),
    ),
    ...duplicates(
      'follower',
      followers.map(({ personId }) => ({ id: personId })),
    ),
    ...duplicates('picture', gallery),
    ...duplicates('group', groups),
    ...dangling(
      'a follower',
      followers.map(({ personId }) => personId),
      CAST,
    ),
    ...posts.flatMap((post) => [
      ...[post, ...post.comments].flatMap(({ id, authorId, likedBy }) => [
        ...dangling(`a remark’s author or liker`, [authorId, ...likedBy], PEOPLE),
        ...(new Set(likedBy).size < likedBy.length ? [`somebody likes ${id} twice`] : []),
      ]),
      ...post.comments.flatMap(({ parentId }, place) => dangling('a reply', [parentId], post.comments.slice(0, place))),
    ]),
  ],
  handlers: {
    'GET /api/pages/profile': {
      takesNothing: true,
      read: ({ posts, followers, gallery, groups }, asked) => ({
        posts: posts.map((post) => toldPost(post, asked)),
        followers: followers.map((follower) => toldFollower(follower, asked)),
        gallery,
        groups,
      }),
    },
    'POST /api/pages/profile/post': {
      write: ({ posts }, asked) => {
        const post: Post = {
          id: asked.id(),
          authorId: asked.others.user.user.id,
          content: asked.body.content,
          date: asked.now.toISOString(),
          picture: null,
          likedBy: [],
          comments: [],
        };
        posts.unshift(post);
        return toldPost(post, asked);
      },
    },
    'PATCH /api/pages/profile/post': {
      write: ({ posts }, asked) => {
        const post = byIdIn(posts, asked.body.id);
        if (!post) return null;
        like(asked.body.liked, post, asked);
        return toldPost(post, asked);
      },
    },
    'DELETE /api/pages/profile/post': {
      write: ({ posts }, { query, others }) => {
        const mine = byIdIn(posts, query.id)?.authorId === others.user.user.id;
        return mine && take(posts, query.id) ? true : null;
      },
    },
    'POST /api/pages/profile/comment': {
      write: ({ posts }, asked) => {
        const { postId, parentId, content } = asked.body;
        const post = byIdIn(posts, postId);
        if (!post || (parentId !== null && !byIdIn(post.comments, parentId))) return null;
        const comment: Comment = {
          id: asked.id(),
          parentId,
          authorId: asked.others.user.user.id,
          content,
          date: asked.now.toISOString(),
          likedBy: [],
        };
        post.comments.push(comment);
        return toldComment(comment, asked);
      },
    },
    'PATCH /api/pages/profile/comment': {
      write: ({ posts }, asked) => {
        const comment = byIdIn(
          posts.flatMap(({ comments }) => comments),
          asked.body.id,
        );
        if (!comment) return null;
        like(asked.body.liked, comment, asked);
        return toldComment(comment, asked);
      },
    },
    'DELETE /api/pages/profile/comment': {
      write: ({ posts }, { query, others }) => {
        const post = posts.find(({ comments }) => byIdIn(comments, query.id));
        if (!post || byIdIn(post.comments, query.id)!.authorId !== others.user.user.id) return null;
        post.comments = withoutThread(post.comments, query.id);
        return true;
      },
    },
    'PATCH /api/pages/profile/follower': {
      write: ({ followers }, asked) => {
        const follower = followers.find(({ personId }) => personId === asked.body.personId);
        if (!follower) return null;
        follower.followed = asked.body.followed;
        return toldFollower(follower, asked);
      },
    },
  },
};
