import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { notFound } from '../../kernel/errors/user-error.ts';
import { isPageRequest, buildFolder, BUILT_FILES } from './built-files.ts';
import { securityHeaders } from './security-headers.ts';
import { securityPolicy } from './security-policy.ts';

/** Path of the demo. Its service worker controls nothing above: a worker's scope is its folder. */
export const DEMO = '/demo';

/**
 * Serves the built demo: static files only. Its API calls are answered in the browser and none reaches this server; its
 * routes are in the fragment, so every other address serves its start page. Null where the demo is disabled.
 */
export function demoFiles(directory: string | null): FastifyPluginAsync {
  return async (app) => {
    const root = buildFolder(directory);
    if (root === null) return;
    app.get(DEMO, (_request, reply) => reply.redirect(`${DEMO}/`));
    await app.register(
      async (suite) => {
        // No tag manager: usage of the demo is not tracked.
        const protect = securityHeaders({ contentSecurityPolicy: securityPolicy({ analytics: false }) });
        suite.addHook('onRequest', async (_request, reply) => protect(reply));
        await suite.register(fastifyStatic, {
          ...BUILT_FILES,
          root,
          decorateReply: false,
          allowedPath: (path) => path === '/' || path === '/index.html' || !path.endsWith('/'),
        });
        suite.setNotFoundHandler(async (request, reply) => {
          if (!isPageRequest(request)) throw notFound();
          return reply.redirect(`${DEMO}/`);
        });
      },
      { prefix: DEMO },
    );
  };
}
