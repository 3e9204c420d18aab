import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyStaticOptions } from '@fastify/static';
import type { FastifyRequest } from 'fastify';

/** A build's own files carry a hash in their name and never change; all others are asked for each time. */
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

/** The folder of a build, where it was built. */
export const builtIn = (directory: string | null): string | null =>
  directory !== null && existsSync(join(directory, 'index.html')) ? directory : null;

/** A missing file stays missing: answering a page would make a script of it. */
export const asksForPage = ({ method, url }: FastifyRequest): boolean =>
  method === 'GET' && !/\.\w{1,5}$/.test(pathOf(url)) && !pathOf(url).includes('/api/');

export const isUnder = (url: string, path: string): boolean => pathOf(url) === path || url.startsWith(`${path}/`);

const pathOf = (url: string): string => url.split('?', 1)[0]!;
