import { routes } from '@rise/contract';
import type { FastifyPluginAsync } from 'fastify';
import { escapeHtml } from '../../kernel/text/html.ts';
import { openApi } from './openapi.ts';

interface Operation {
  summary: string;
  'x-permission': string;
  'x-tenant': string;
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { description: string; content?: Record<string, { schema: unknown }> }>;
}

interface Documents {
  json: string;
  html: string;
}

function write(version: string): Documents {
  const document = openApi(routes, version);
  const html = page(document.paths as Record<string, Record<string, Operation>>, version);
  return { json: JSON.stringify(document), html };
}

/** `/api/openapi.json`, and the same as an HTML page without scripts. */
export function apiDocs(options: { version: string }): FastifyPluginAsync {
  // Written when first requested: describing every route takes a good part of a start.
  let written: Documents | null = null;
  const documents = () => (written ??= write(options.version));
  return async (app) => {
    app.get('/api/openapi.json', async (_request, reply) =>
      reply.type('application/json; charset=utf-8').send(documents().json),
    );
    app.get('/api/docs', async (_request, reply) => reply.type('text/html; charset=utf-8').send(documents().html));
  };
}

function page(paths: Record<string, Record<string, Operation>>, version: string): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => section(method.toUpperCase(), path, operation)),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Rise API</title><style>${STYLE}</style></head><body><main><h1>Rise API <small>${escapeHtml(version)}</small></h1>
<p>Requests that change something send the header <code>x-rise-request: 1</code>, or an API token as <code>Authorization: Bearer …</code>.
Missing, foreign and forbidden things answer alike. The same as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${operations.join('\n')}</main></body></html>`;
}

function section(method: string, path: string, operation: Operation): string {
  const shape = (title: string, content: Record<string, { schema: unknown }> | undefined) => {
    const [entry] = Object.entries(content ?? {});
    return entry
      ? `<h3>${title} <small>${escapeHtml(entry[0])}</small></h3><pre tabindex="0">${escapeHtml(JSON.stringify(entry[1].schema, null, 2))}</pre>`
      : '';
  };
  const failures = Object.entries(operation.responses)
    .filter(([status]) => status !== '200')
    .map(([status, { description }]) => `<li><b>${status}</b> ${escapeHtml(description)}</li>`)
    .join('');
  return `<details><summary><b>${method}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(operation.summary)}</span></summary>
<p>Permission <code>${escapeHtml(operation['x-permission'])}</code> · tenant scope <code>${escapeHtml(operation['x-tenant'])}</code></p>
${shape('Request', operation.requestBody?.content)}${shape('Answer', operation.responses['200']?.content)}<h3>Errors</h3><ul>${failures}</ul></details>`;
}

const STYLE = `:root{color-scheme:light dark;--line:#e3e6eb;--quiet:#4d5868;--page:#f6f7f9;--card:#fff;--ink:#1b2330;--link:#4348c8}
@media(prefers-color-scheme:dark){:root{--line:#2b3542;--quiet:#a9b3c0;--page:#0f141b;--card:#171d26;--ink:#e6eaf0;--link:#a3a8ff}}
body{margin:0;background:var(--page);color:var(--ink);font:14px/1.5 system-ui,sans-serif}main{max-width:900px;margin:0 auto;padding:32px 20px}
h1{font-size:24px}small{color:var(--quiet);font-weight:400;font-size:.8em}a{color:var(--link)}h3{font-size:13px;margin:16px 0 4px}
details{background:var(--card);border:1px solid var(--line);border-radius:8px;margin:8px 0;padding:0 16px}details[open]{padding-bottom:12px}
summary{cursor:pointer;padding:10px 0;list-style:none}summary b{display:inline-block;width:56px;color:var(--link)}summary span{color:var(--quiet);margin-left:8px}
pre{overflow:auto;max-height:320px;background:var(--page);border:1px solid var(--line);border-radius:6px;padding:12px;font-size:12px}ul{padding-left:18px}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}`;
