import { z } from 'zod';
import type { DemoCallTable } from './call.ts';
import { anyId, byId, deleted, moment, picture } from './fields.ts';

const person = z.object({ id: z.uuid(), name: z.string(), title: z.string().nullable(), avatar: picture.nullable() });

/** What a person said, as it is kept: people by their ids. */
const remark = z.object({
  id: z.uuid(),
  authorId: z.uuid(),
  content: z.string(),
  date: moment,
  likedBy: z.array(z.uuid()),
});
const comment = remark.extend({
  /** The comment that this one replies to. */
  parentId: z.uuid().nullable(),
});
const post = remark.extend({ picture: picture.nullable(), comments: z.array(comment) });

const told = { author: person, likes: z.number().int().min(0), liked: z.boolean(), isMine: z.boolean() };
const toldComment = comment.omit({ authorId: true, likedBy: true }).extend(told);
const toldPost = post.omit({ authorId: true, likedBy: true }).extend({ ...told, comments: z.array(toldComment) });

const follower = z.object({ personId: z.uuid(), followed: z.boolean() });
const toldFollower = person.extend({ followed: z.boolean() });
const shot = z.object({ id: z.uuid(), title: z.string(), picture });
const group = z.object({ id: z.uuid(), name: z.string(), members: z.number().int().min(1) });

/** Something that people read, and that is not too long for its place. */
const written = (most: number) =>
  z.string().trim().min(1, 'Write something').max(most, `Use at most ${most} characters`);

const like = z.object({ id: anyId, liked: z.boolean() });

export const profileCalls = {
  'GET /api/pages/profile': {
    summary: 'Posts, the newest first, followers, gallery and groups, with names and pictures of people',
    output: z.object({
      posts: z.array(toldPost),
      followers: z.array(toldFollower),
      gallery: z.array(shot),
      groups: z.array(group),
    }),
  },
  'POST /api/pages/profile/post': {
    summary: 'Write a post',
    body: z.object({ content: written(1000) }),
    output: toldPost,
  },
  'PATCH /api/pages/profile/post': { summary: 'Like a post, or no longer', body: like, output: toldPost.nullable() },
  'DELETE /api/pages/profile/post': { summary: 'Delete a post of one’s own', query: byId, output: deleted },
  'POST /api/pages/profile/comment': {
    summary: 'Comment on a post, or reply to a comment of it',
    body: z.object({ postId: anyId, parentId: anyId.nullable(), content: written(500) }),
    output: toldComment.nullable(),
  },
  'PATCH /api/pages/profile/comment': {
    summary: 'Like a comment, or no longer',
    body: like,
    output: toldComment.nullable(),
  },
  'DELETE /api/pages/profile/comment': {
    summary: 'Delete a comment of one’s own with all replies to it',
    query: byId,
    output: deleted,
  },
  'PATCH /api/pages/profile/follower': {
    summary: 'Follow a follower back, or no longer',
    body: follower.extend({ personId: anyId }),
    output: toldFollower.nullable(),
  },
} as const satisfies DemoCallTable;

export const profileState = z.object({
  posts: z.array(post),
  followers: z.array(follower),
  gallery: z.array(shot),
  groups: z.array(group),
});
