import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { isUuid } from '@rise/contract';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { notFound } from '../../kernel/errors/user-error.ts';
import { buildFolder } from './built-files.ts';
import { securityPolicy } from './security-policy.ts';

export interface EmbedPagesOptions {
  /** Folder of the built portal; null while a development server serves it. */
  readonly portalDirectory: string | null;
  /** Origins whose pages may frame what is signed with a key; none for one that never was. */
  readonly frameAncestors: (key: string) => Promise<readonly string[]>;
}

/**
 * The page in the frames of other sites, the page of public links, and the script that sites load. The pages are the
 * same for everybody: what they show depends on the fragment of their address, which never reaches a server.
 */
export function embedPages({ portalDirectory, frameAncestors }: EmbedPagesOptions): FastifyPluginAsync {
  const root = buildFolder(portalDirectory);
  const send = (reply: FastifyReply, file: string, type: string) => {
    if (root === null) throw notFound();
    return reply
      .header('cache-control', 'no-cache')
      .type(`${type}; charset=utf-8`)
      .send(createReadStream(join(root, file)));
  };
  const sendPage = (reply: FastifyReply, ancestors: readonly string[]) => {
    reply.header('content-security-policy', policyText(ancestors));
    // Knows no list of sites; the policy above says the same and more.
    if (ancestors.length > 0) reply.raw.removeHeader('x-frame-options');
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex, nofollow');
    return send(reply, 'embed.html', 'text/html');
  };
  return async (app) => {
    app.get<{ Params: { key: string } }>('/embed/:key', async ({ params: { key } }, reply) =>
      sendPage(reply, isUuid(key) ? await frameAncestors(key) : []),
    );
    app.get('/public', async (_request, reply) => sendPage(reply, []));
    app.get('/embed.js', async (_request, reply) => {
      reply.header('cross-origin-resource-policy', 'cross-origin');
      return send(reply, 'embed.js', 'text/javascript');
    });
  };
}

/** The portal's own policy with these sites as frames' parents; without the tag manager, which no frame needs. */
function policyText(ancestors: readonly string[]): string {
  const { directives } = securityPolicy({ analytics: false });
  const all = { ...directives, frameAncestors: ancestors.length > 0 ? ancestors : ["'none'"] };
  return Object.entries(all)
    .map(([name, values]) => `${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${values.join(' ')}`)
    .join('; ');
}
