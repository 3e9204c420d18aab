import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { notFound } from '../kernel/failure.ts';
import { asksForPage, builtIn, BUILT_FILES } from './http-files.ts';
import { securityPolicy } from './security-policy.ts';

/** Where the demo suite is served. Its service worker can answer for nothing above: a worker's scope is its folder. */
export const DEMO = '/demo';

/**
 * Serves the built demo suite: files, nothing else. Its calls are answered in the browser and none of them arrives
 * here; its screens lie in the fragment, so that each other address leads to its start. Null where it is not offered.
 */
export function demoFiles(directory: string | null): FastifyPluginAsync {
  return async (app) => {
    const root = builtIn(directory);
    if (root === null) return;
    app.get(DEMO, (_request, reply) => reply.redirect(`${DEMO}/`));
    await app.register(
      async (suite) => {
        // No tag manager: what somebody tries in the suite is told to nobody.
        const contentSecurityPolicy = securityPolicy({ analytics: false });
        suite.addHook('onRequest', async (_request, reply) => reply.helmet({ contentSecurityPolicy }));
        await suite.register(fastifyStatic, {
          ...BUILT_FILES,
          root,
          decorateReply: false,
          allowedPath: (path) => path === '/' || path === '/index.html' || !path.endsWith('/'),
        });
        suite.setNotFoundHandler(async (request, reply) => {
          if (!asksForPage(request)) throw notFound();
          return reply.redirect(`${DEMO}/`);
        });
      },
      { prefix: DEMO },
    );
  };
}
