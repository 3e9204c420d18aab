import { navigationRoutes, type Language } from '@rise/contract';
import { createClient } from '@rise/contract/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { permissionsOf, systemIn, type Actor } from '../kernel/actor.ts';
import { bindRoutes } from '../kernel/api/api.ts';
import { startHttpServer } from '../testing/http-server.ts';
import { navigationHandlers } from './navigation.routes.ts';

let chosen: Language | null = null;
let server: Awaited<ReturnType<typeof startHttpServer>>;
beforeAll(async () => {
  server = await startHttpServer({
    bindings: bindRoutes(navigationRoutes, [navigationHandlers(async () => ({ chatbot: true, insights: false }))]),
    identify: async (): Promise<Actor> => ({
      ...systemIn('0b9f2f0e-4c31-4d8a-9a54-6d1f1c5d7a01'),
      kind: 'tenant',
      permissions: permissionsOf(['tenant.user']),
      language: chosen,
    }),
  });
});
afterAll(() => server.close());

async function titles(language: Language): Promise<string[]> {
  const reader = createClient({ baseUrl: server.url, headers: { 'accept-language': language } });
  return (await reader.call('GET /api/common/navigation')).default.map(({ title }) => title);
}

test('menus are in the reader’s language: the one saved with the account, otherwise the one asked for', async () => {
  expect(await titles('en')).toEqual(['Home', 'Reports', 'Assistant', 'Data']);
  expect(await titles('tr')).toEqual(['Ana sayfa', 'Raporlar', 'Asistan', 'Veriler']);
  chosen = 'tr';
  expect(await titles('en')).toEqual(['Ana sayfa', 'Raporlar', 'Asistan', 'Veriler']);
});
