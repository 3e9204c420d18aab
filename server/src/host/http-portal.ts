import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { notFound } from '../kernel/failure.ts';
import { DEMO } from './http-demo.ts';
import { asksForPage, builtIn, BUILT_FILES, isUnder } from './http-files.ts';

/** Serves the built portal: its files, and the start page for every address that is a page of the portal. */
export function portalFiles(directory: string | null): FastifyPluginAsync {
  const root = builtIn(directory);
  const plugin: FastifyPluginAsync = async (app) => {
    if (root !== null) {
      await app.register(fastifyStatic, {
        ...BUILT_FILES,
        root,
        index: false,
        // A folder is no file: its address is a page, or nothing.
        allowedPath: (path) => !path.endsWith('/'),
      });
    }
    app.setNotFoundHandler(async (request, reply) => {
      if (root === null || !asksForPage(request)) throw notFound();
      // No page of the portal: it draws that it cannot be found, and a program is told the same.
      if (isUnder(request.url, DEMO)) reply.status(404);
      return reply.sendFile('index.html');
    });
  };
  // The fallback is the whole server's, not only this plugin's.
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true });
}
