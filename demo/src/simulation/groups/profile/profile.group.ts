import { CAST, DEMO_USER } from '../../generate/cast.ts';
import type { CallContext, Group, StateOf } from '../../group.ts';
import { byIdIn, danglingReferences, duplicates, removeById } from '../../records.ts';
import { seedProfile } from './profile.seed.ts';

type State = StateOf<'profile'>;
type Post = State['posts'][number];
type Comment = Post['comments'][number];
type Context = CallContext<'user'>;

const PEOPLE = [...CAST, DEMO_USER];

/** The user with their current name, or a person of the cast. */
function personOf(id: string, { others }: Context) {
  const me = others.user.user;
  if (id === me.id) return { id, name: me.name, title: null, avatar: me.avatar };
  const { name, title, avatar } = byIdIn(CAST, id)!;
  return { id, name, title, avatar };
}

function presentRemark({ id, authorId, content, date, likedBy }: Post | Comment, context: Context) {
  const me = context.others.user.user.id;
  return {
    id,
    content,
    date,
    author: personOf(authorId, context),
    likes: likedBy.length,
    liked: likedBy.includes(me),
    isMine: authorId === me,
  };
}

const presentComment = (comment: Comment, context: Context) => ({
  ...presentRemark(comment, context),
  parentId: comment.parentId,
});
const presentPost = (post: Post, context: Context) => ({
  ...presentRemark(post, context),
  picture: post.picture,
  comments: post.comments.map((comment) => presentComment(comment, context)),
});
const presentFollower = ({ personId, followed }: State['followers'][number], context: Context) => ({
  ...personOf(personId, context),
  followed,
});

function like(liked: boolean, remark: Post | Comment, { others }: Context) {
  const me = others.user.user.id;
  const otherLikes = remark.likedBy.filter((id) => id !== me);
  remark.likedBy = liked ? [...otherLikes, me] : otherLikes;
}

/** The comments without one and all direct and indirect replies to it. */
function withoutThread(comments: readonly Comment[], id: string): Comment[] {
  const deletedIds = new Set([id]);
  // Replies follow the comment they reply to.
  for (const comment of comments)
    if (comment.parentId !== null && deletedIds.has(comment.parentId)) deletedIds.add(comment.id);
  return comments.filter((comment) => !deletedIds.has(comment.id));
}

export const profile: Group<'profile', 'user'> = {
  name: 'profile',
  reads: ['user'],
  seed: seedProfile,
  findIssues: ({ posts, followers, gallery, groups }) => [
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
    ...danglingReferences(
      'a follower',
      followers.map(({ personId }) => personId),
      CAST,
    ),
    ...posts.flatMap((post) => [
      ...[post, ...post.comments].flatMap(({ id, authorId, likedBy }) => [
        ...danglingReferences(`a remark’s author or liker`, [authorId, ...likedBy], PEOPLE),
        ...(new Set(likedBy).size < likedBy.length ? [`a person likes ${id} twice`] : []),
      ]),
      ...post.comments.flatMap(({ parentId }, index) =>
        danglingReferences('a reply', [parentId], post.comments.slice(0, index)),
      ),
    ]),
  ],
  handlers: {
    'GET /api/pages/profile': {
      withoutInput: true,
      read: ({ posts, followers, gallery, groups }, request) => ({
        posts: posts.map((post) => presentPost(post, request)),
        followers: followers.map((follower) => presentFollower(follower, request)),
        gallery,
        groups,
      }),
    },
    'POST /api/pages/profile/post': {
      write: ({ posts }, request) => {
        const post: Post = {
          id: request.id(),
          authorId: request.others.user.user.id,
          content: request.body.content,
          date: request.now.toISOString(),
          picture: null,
          likedBy: [],
          comments: [],
        };
        posts.unshift(post);
        return presentPost(post, request);
      },
    },
    'PATCH /api/pages/profile/post': {
      write: ({ posts }, request) => {
        const post = byIdIn(posts, request.body.id);
        if (!post) return null;
        like(request.body.liked, post, request);
        return presentPost(post, request);
      },
    },
    'DELETE /api/pages/profile/post': {
      write: ({ posts }, { query, others }) => {
        const mine = byIdIn(posts, query.id)?.authorId === others.user.user.id;
        return mine && removeById(posts, query.id) ? true : null;
      },
    },
    'POST /api/pages/profile/comment': {
      write: ({ posts }, request) => {
        const { postId, parentId, content } = request.body;
        const post = byIdIn(posts, postId);
        if (!post || (parentId !== null && !byIdIn(post.comments, parentId))) return null;
        const comment: Comment = {
          id: request.id(),
          parentId,
          authorId: request.others.user.user.id,
          content,
          date: request.now.toISOString(),
          likedBy: [],
        };
        post.comments.push(comment);
        return presentComment(comment, request);
      },
    },
    'PATCH /api/pages/profile/comment': {
      write: ({ posts }, request) => {
        const comment = byIdIn(
          posts.flatMap(({ comments }) => comments),
          request.body.id,
        );
        if (!comment) return null;
        like(request.body.liked, comment, request);
        return presentComment(comment, request);
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
      write: ({ followers }, request) => {
        const follower = followers.find(({ personId }) => personId === request.body.personId);
        if (!follower) return null;
        follower.followed = request.body.followed;
        return presentFollower(follower, request);
      },
    },
  },
};
