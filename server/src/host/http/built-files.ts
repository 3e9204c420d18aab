import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyStaticOptions } from '@fastify/static';
import type { FastifyRequest } from 'fastify';

/** Hashed files of a build never change; all others are revalidated on each request. */
const HASHED = /-[\w-]{8}\.\w+$/;

/** How the files of a build are sent. */
export const BUILT_FILES = {
  preCompressed: true,
  cacheControl: false,
  setHeaders: (reply, path) => {
    const name = path.replace(/\.(br|gz)$/, '');
    reply.header('cache-control', HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache');
  },
} satisfies Partial<FastifyStaticOptions>;

/** The folder of a build; null where it was not built. */
export const buildFolder = (directory: string | null): string | null =>
  directory !== null && existsSync(join(directory, 'index.html')) ? directory : null;

/** A missing file is a 404: returning the start page would have the browser run it as a script. */
export const isPageRequest = ({ method, url }: FastifyRequest): boolean =>
  method === 'GET' && !/\.\w{1,5}$/.test(pathOf(url)) && !pathOf(url).includes('/api/');

export const isUnder = (url: string, path: string): boolean => pathOf(url) === path || url.startsWith(`${path}/`);

const pathOf = (url: string): string => url.split('?', 1)[0]!;
