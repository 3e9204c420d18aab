import { expect, test } from 'vitest';
import { simulate } from './conformance/test-simulation.ts';

test('handles calls under any folder of any host', async () => {
  const { simulation } = simulate();
  for (const folder of ['', '/demo', '/api/somewhere/deep']) {
    const request = new Request(`http://host.example${folder}/api/common/user`, {
      headers: { 'accept-language': 'tr' },
    });
    const response = await simulation.handle(request);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ email: 'demo@rise.example' });
  }
});
