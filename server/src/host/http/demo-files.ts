import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { notFound } from '../../kernel/errors/user-error.ts';
import { isPageRequest, buildFolder, BUILT_FILES } from './built-files.ts';
import { securityHeaders } from './security-headers.ts';
import { securityPolicy } from './security-policy.ts';

/** Path of the demo. Its service worker controls nothing above: a worker's scope is its folder. */
export const DEMO = '/demo';

/** Whether a request was sent to the demo's own host, by its `Host` header. */
function isDemoHost(demoUrl: URL, host: string | undefined): boolean {
  const requested = `${demoUrl.protocol}//${host ?? ''}`;
  return URL.canParse(requested) && new URL(requested).host === demoUrl.host;
}

/** The path that is routed: on the demo's own host, every address is below the demo's path, so it serves nothing else. */
export function demoPath(demoUrl: URL, host: string | undefined, url: string): string {
  if (!isDemoHost(demoUrl, host)) return url;
  return url.startsWith('/') ? `${DEMO}${url}` : `${DEMO}/`;
}

/**
 * Serves the built demo: static files only. Its API calls are answered in the browser and none reaches this server; its
 * routes are in the fragment, so every other address serves its start page. `directory` null: it is disabled. `demoUrl`:
 * its own origin, to which the portal's addresses of the demo redirect.
 */
export function demoFiles(directory: string | null, demoUrl: URL | null): FastifyPluginAsync {
  return async (app) => {
    const root = buildFolder(directory);
    if (root === null && demoUrl === null) return;
    const start = demoUrl === null ? `${DEMO}/` : '/';
    const isElsewhere = ({ headers }: FastifyRequest) => demoUrl !== null && !isDemoHost(demoUrl, headers.host);
    app.get(DEMO, (request, reply) => reply.redirect(isElsewhere(request) ? demoUrl!.href : start));
    await app.register(
      async (suite) => {
        // No tag manager: usage of the demo is not tracked. It shows PDF files that it has made itself.
        const { directives, ...policy } = securityPolicy({ analytics: false });
        const demoPolicy = { ...policy, directives: { ...directives, frameSrc: ["'self'", 'blob:'] } };
        const protect = securityHeaders({ contentSecurityPolicy: demoPolicy });
        suite.addHook('onRequest', async (request, reply) => {
          protect(reply);
          if (!isElsewhere(request)) return;
          if (!isPageRequest(request)) throw notFound();
          await reply.redirect(demoUrl!.href);
        });
        if (root !== null) {
          await suite.register(fastifyStatic, {
            ...BUILT_FILES,
            root,
            decorateReply: false,
            allowedPath: (path) => path === '/' || path === '/index.html' || !path.endsWith('/'),
          });
        }
        suite.setNotFoundHandler(async (request, reply) => {
          if (root === null || !isPageRequest(request)) throw notFound();
          return reply.redirect(start);
        });
      },
      { prefix: DEMO },
    );
  };
}
