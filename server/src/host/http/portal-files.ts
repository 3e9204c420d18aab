import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { notFound } from '../../kernel/errors/user-error.ts';
import { DEMO } from './demo-files.ts';
import { isPageRequest, buildFolder, BUILT_FILES, isUnder } from './built-files.ts';

/** Serves the built portal: its files, and the start page for every address that is a route of the portal. */
export function portalFiles(directory: string | null): FastifyPluginAsync {
  const root = buildFolder(directory);
  const plugin: FastifyPluginAsync = async (app) => {
    if (root !== null) {
      await app.register(fastifyStatic, {
        ...BUILT_FILES,
        root,
        index: false,
        // A folder is not a file: its address is a page or not found.
        allowedPath: (path) => !path.endsWith('/'),
      });
    }
    app.setNotFoundHandler(async (request, reply) => {
      if (root === null || !isPageRequest(request)) throw notFound();
      // Not a route of the portal, which renders its not-found page; programs get the status.
      if (isUnder(request.url, DEMO)) reply.status(404);
      return reply.sendFile('index.html');
    });
  };
  // The fallback applies to the entire server, not only to this plugin.
  return Object.assign(plugin, { [Symbol.for('skip-override')]: true });
}
