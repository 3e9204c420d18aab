import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface StaticHost {
  readonly url: string;
  /** Requested paths that are no file. */
  readonly missing: readonly string[];
  close(): void;
}

/** A plain static host: the files of one folder under a path, its index page, and 404 otherwise. */
export async function hostFolder(folder: string, under: string): Promise<StaticHost> {
  const missing: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, 'http://host');
    const file = pathname.startsWith(under) ? normalize(pathname.slice(under.length) || 'index.html') : '..';
    readFile(file.startsWith('..') ? '' : join(folder, file)).then(
      (content) => response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream').end(content),
      () => {
        missing.push(pathname);
        response.writeHead(404).end();
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${under}`,
    missing,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
