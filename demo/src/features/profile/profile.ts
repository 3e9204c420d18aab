import type { CallResult } from '../../client/client.ts';

export type Profile = CallResult<'GET /api/pages/profile'>;
export type Post = Profile['posts'][number];
export type Comment = Post['comments'][number];

export const HOME = '/pages/profile';
export const VIEWS = ['posts', 'followers', 'gallery'] as const;
export type View = (typeof VIEWS)[number];
