import { z } from 'zod';
import type { DemoCallTable } from './call.ts';
import { anyId, byId, deleted, moment, picture } from './fields.ts';

const person = z.object({ id: z.uuid(), name: z.string(), title: z.string().nullable(), avatar: picture.nullable() });

/** A person's text as it is stored: people as ids. */
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

const output = { author: person, likes: z.number().int().min(0), liked: z.boolean(), isMine: z.boolean() };
const commentOutput = comment.omit({ authorId: true, likedBy: true }).extend(output);
const postOutput = post.omit({ authorId: true, likedBy: true }).extend({ ...output, comments: z.array(commentOutput) });

const follower = z.object({ personId: z.uuid(), followed: z.boolean() });
const followerOutput = person.extend({ followed: z.boolean() });
const shot = z.object({ id: z.uuid(), title: z.string(), picture });
const group = z.object({ id: z.uuid(), name: z.string(), members: z.number().int().min(1) });

/** Visible text with a maximum length. */
const written = (most: number) =>
  z.string().trim().min(1, 'Write something').max(most, `Use at most ${most} characters`);

const like = z.object({ id: anyId, liked: z.boolean() });

export const profileCalls = {
  'GET /api/pages/profile': {
    summary: 'Posts (newest first), followers, gallery and groups, with names and pictures of people',
    output: z.object({
      posts: z.array(postOutput),
      followers: z.array(followerOutput),
      gallery: z.array(shot),
      groups: z.array(group),
    }),
  },
  'POST /api/pages/profile/post': {
    summary: 'Write a post',
    body: z.object({ content: written(1000) }),
    output: postOutput,
  },
  'PATCH /api/pages/profile/post': { summary: 'Like or unlike a post', body: like, output: postOutput.nullable() },
  'DELETE /api/pages/profile/post': { summary: 'Delete one of the user’s own posts', query: byId, output: deleted },
  'POST /api/pages/profile/comment': {
    summary: 'Comment on a post, or reply to one of its comments',
    body: z.object({ postId: anyId, parentId: anyId.nullable(), content: written(500) }),
    output: commentOutput.nullable(),
  },
  'PATCH /api/pages/profile/comment': {
    summary: 'Like or unlike a comment',
    body: like,
    output: commentOutput.nullable(),
  },
  'DELETE /api/pages/profile/comment': {
    summary: 'Delete one of the user’s own comments with all replies',
    query: byId,
    output: deleted,
  },
  'PATCH /api/pages/profile/follower': {
    summary: 'Follow or unfollow a follower',
    body: follower.extend({ personId: anyId }),
    output: followerOutput.nullable(),
  },
} as const satisfies DemoCallTable;

export const profileState = z.object({
  posts: z.array(post),
  followers: z.array(follower),
  gallery: z.array(shot),
  groups: z.array(group),
});
