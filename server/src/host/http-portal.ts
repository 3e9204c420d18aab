import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { notFound } from '../kernel/failure.ts';

/** A build's own files carry a hash in their name and never change; all others are asked for each time. */
const HASHED = /-[\w-]{8}\.\w+$/;

/** Serves the built portal: its files, and the start page for every address that is a page of the portal. */
export function portalFiles(directory: string | null): FastifyPluginAsync {
  const built = directory !== null && existsSync(join(directory, 'index.html'));
  const plugin: FastifyPluginAsync = async (app) => {
    if (built) {
      await app.register(fastifyStatic, {
        root: directory,
        index: false,
        // A folder is no file: its address is a page, or nothing.
        allowedPath: (path) => !path.endsWith('/'),
        preCompressed: true,
        cacheControl: false,
        setHeaders: (reply, path) => {
          const name = path.replace(/\.(br|gz)$/, '');
          reply.header('cache-control', HASHED.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache');
        },
      });
    }
    app.setNotFoundHandler(async (request, reply) => {
      const path = request.url.split('?', 1)[0]!;
      // A missing file stays missing; answering the start page would make a script of it.
      const isPage = request.method === 'GET' && !/\.\w{1,5}$/.test(path) && !path.startsWith('/api/');
      if (!built || !isPage) throw notFound();
      return reply.sendFile('index.html');
    });
  };
  // The fallback is the whole server's, not only this plugin's.
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true });
}
