import { setupServer } from 'msw/node';
import { expect, test } from 'vitest';
import { simulate } from './conformance/test-simulation.ts';
import { handlersOf } from './handlers.ts';

test('a server of MSW answers under any address, and lets pass what is no call', async () => {
  const { simulation } = simulate();
  const server = setupServer(...handlersOf(simulation));
  const passed: string[] = [];
  server.listen({ onUnhandledRequest: ({ url }) => void passed.push(url) });
  try {
    for (const folder of ['', '/demo', '/api/somewhere/deep']) {
      const response = await fetch(`http://suite.example${folder}/api/common/user`, {
        headers: { 'accept-language': 'tr' },
      });
      expect(response.status).toBe(200);
      expect(await response.json()).toMatchObject({ email: 'demo@rise.example' });
    }
    await expect(fetch('http://127.0.0.1:1/page.html')).rejects.toThrow('fetch failed');
    expect(passed).toEqual(['http://127.0.0.1:1/page.html']);
  } finally {
    server.close();
  }
});
