import { expect } from 'vitest';
import type { Api, Cases } from '../../conformance/cases.ts';

const read = (api: Api) => api.call('GET /api/pages/profile');

export const profileCases: Cases<'profile'> = {
  'GET /api/pages/profile': {
    'posts, the newest first, with names of all who wrote': async (api) => {
      const { posts, followers, gallery, groups } = await read(api);
      const dates = posts.map(({ date }) => date);
      expect(dates).toEqual(dates.toSorted().toReversed());
      expect(dates[0]! < api.now.toISOString()).toBe(true);
      const user = await api.call('GET /api/common/user');
      for (const { author, isMine, comments } of posts)
        for (const one of [{ author, isMine }, ...comments]) {
          expect(one.author.name).not.toBe('');
          expect(one.isMine).toBe(one.author.id === user.id);
        }
      expect([followers.length, gallery.length, groups.length]).toEqual([12, 6, 3]);
    },
  },
  'POST /api/pages/profile/post': {
    'the new one is the user’s, of now, and the first': async (api) => {
      const before = await read(api);
      const created = await api.call('POST /api/pages/profile/post', { body: { content: ' Good news ' } });
      expect(created).toMatchObject({ content: 'Good news', date: api.now.toISOString(), isMine: true, likes: 0 });
      expect((await read(api)).posts).toEqual([created, ...before.posts]);
    },
    'a blank one is rejected': async (api) => {
      const before = await read(api);
      const answer = await api.request('POST /api/pages/profile/post', { body: { content: '   ' } });
      expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: 'content' }] } } });
      expect(await read(api)).toEqual(before);
    },
  },
  'PATCH /api/pages/profile/post': {
    'a like counts once, and can be taken back': async (api) => {
      const [post] = (await read(api)).posts;
      const send = (liked: boolean) => api.call('PATCH /api/pages/profile/post', { body: { id: post!.id, liked } });
      const after = { ...post, liked: true, likes: post!.likes + 1 };
      expect(await send(true)).toEqual(after);
      expect(await send(true)).toEqual(after);
      expect((await read(api)).posts[0]).toEqual(after);
      expect(await send(false)).toEqual(post);
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('PATCH /api/pages/profile/post', { body: { id: 'none', liked: true } })).toBeNull();
    },
  },
  'DELETE /api/pages/profile/post': {
    'returns true, and it is gone': async (api) => {
      const { posts } = await read(api);
      expect(await api.call('DELETE /api/pages/profile/post', { query: { id: posts[0]!.id } })).toBe(true);
      expect((await read(api)).posts).toEqual(posts.slice(1));
    },
    'what others wrote stays': async (api) => {
      const before = await read(api);
      const { id } = before.posts.find(({ isMine }) => !isMine)!;
      expect(await api.call('DELETE /api/pages/profile/post', { query: { id } })).toBeNull();
      expect(await read(api)).toEqual(before);
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('DELETE /api/pages/profile/post', { query: { id: 'none' } })).toBeNull();
    },
  },
  'POST /api/pages/profile/comment': {
    'a comment comes last, and a reply names what it replies to': async (api) => {
      const [post] = (await read(api)).posts;
      const send = (parentId: string | null, content: string) =>
        api.call('POST /api/pages/profile/comment', { body: { postId: post!.id, parentId, content } });
      const comment = await send(null, 'Well done');
      expect(comment).toMatchObject({ content: 'Well done', parentId: null, isMine: true });
      const reply = await send(comment!.id, 'Very');
      expect(reply).toMatchObject({ parentId: comment!.id });
      expect((await read(api)).posts[0]!.comments).toEqual([...post!.comments, comment, reply]);
    },
    'an unknown id returns null': async (api) => {
      const [one, other] = (await read(api)).posts;
      for (const [postId, parentId] of [
        ['none', null],
        [one!.id, other!.comments[0]!.id],
      ] as const)
        expect(
          await api.call('POST /api/pages/profile/comment', { body: { postId, parentId, content: 'Lost' } }),
        ).toBeNull();
    },
  },
  'PATCH /api/pages/profile/comment': {
    'a like counts once, and can be taken back': async (api) => {
      const [comment] = (await read(api)).posts[0]!.comments;
      const send = (liked: boolean) =>
        api.call('PATCH /api/pages/profile/comment', { body: { id: comment!.id, liked } });
      const after = { ...comment, liked: true, likes: comment!.likes + 1 };
      expect(await send(true)).toEqual(after);
      expect(await send(true)).toEqual(after);
      expect(await send(false)).toEqual(comment);
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('PATCH /api/pages/profile/comment', { body: { id: 'none', liked: true } })).toBeNull();
    },
  },
  'DELETE /api/pages/profile/comment': {
    'returns true, and it is gone with all replies to it': async (api) => {
      const { comments, id: postId } = (await read(api)).posts[0]!;
      const send = (parentId: string | null, content: string) =>
        api.call('POST /api/pages/profile/comment', { body: { postId, parentId, content } });
      const mine = await send(comments[0]!.id, 'One');
      await send((await send(mine!.id, 'Two'))!.id, 'Three');
      const query = { id: mine!.id };
      expect(await api.call('DELETE /api/pages/profile/comment', { query })).toBe(true);
      expect((await read(api)).posts[0]!.comments).toEqual(comments);
    },
    'what others wrote stays': async (api) => {
      const before = await read(api);
      const { id } = before.posts[0]!.comments.find(({ isMine }) => !isMine)!;
      expect(await api.call('DELETE /api/pages/profile/comment', { query: { id } })).toBeNull();
      expect(await read(api)).toEqual(before);
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('DELETE /api/pages/profile/comment', { query: { id: 'none' } })).toBeNull();
    },
  },
  'PATCH /api/pages/profile/follower': {
    'follows, or no longer, and the others stay': async (api) => {
      const { followers } = await read(api);
      const [first, ...others] = followers;
      const body = { personId: first!.id, followed: !first!.followed };
      const after = await api.call('PATCH /api/pages/profile/follower', { body });
      expect(after).toEqual({ ...first, followed: !first!.followed });
      expect((await read(api)).followers).toEqual([after, ...others]);
    },
    'an unknown id returns null': async (api) => {
      const body = { personId: 'none', followed: true };
      expect(await api.call('PATCH /api/pages/profile/follower', { body })).toBeNull();
    },
  },
};
