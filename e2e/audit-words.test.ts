import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { routes } from '@rise/contract';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFile(join(ROOT, file), 'utf8');

/** Routes that change something and are recorded only when they are denied, or record it themselves. */
const UNRECORDED: Readonly<Record<string, string>> = {
  'PUT /api/v1/reports/:id/favorite': 'the person’s list',
  'POST /api/v1/reports/:id/draft/changes': 'each keystroke of a draft; publishing is recorded with its version',
  'POST /api/v1/reports/:id/draft/undo': 'as above',
  'POST /api/v1/reports/:id/draft/redo': 'as above',
  'GET /api/v1/export-downloads/:token': 'recorded by the link’s service, for its owner',
  'PUT /api/v1/reports/:id/home': 'the person’s home page',
  'PUT /api/v1/reports/:id/presence/:visit': 'an open page',
  'DELETE /api/v1/reports/:id/presence/:visit': 'an open page',
  'PUT /api/v1/reports/:id/default-view': 'the person’s choice',
  'POST /api/v1/sql/tabs': 'the person’s text; running it is recorded',
  'PATCH /api/v1/sql/tabs/:id': 'as above',
  'DELETE /api/v1/sql/tabs/:id': 'as above',
  'PATCH /api/v1/uploads/:id': 'part of a file; its import is recorded',
  'PUT /api/v1/model/draft': 'each change of a draft; activating it is recorded',
  'PUT /api/v1/mapping': 'recorded with what changed',
  'PATCH /api/v1/mapping': 'recorded with what changed',
  'POST /api/v1/mapping/restore': 'recorded with what changed',
  'PATCH /api/v1/parameters': 'recorded with what changed',
  'PATCH /api/v1/calendar': 'recorded with what changed',
  'PATCH /api/v1/currency': 'recorded with what changed',
  'PUT /api/v1/announcements/:id/read': 'a mark of the person’s',
  'POST /api/v1/announcements/read-all': 'a mark of the person’s',
  'PUT /api/v1/configuration/draft': 'a draft; saving the mappings is recorded',
  'POST /api/common/search/outcome': 'logged without the person',
  'POST /api/common/messages': 'the person’s inbox',
  'PATCH /api/common/messages': 'the person’s inbox',
  'DELETE /api/common/messages': 'the person’s inbox',
  'GET /api/common/messages/mark-all-as-read': 'the person’s inbox',
  'POST /api/common/messages/toggle-read-status': 'the person’s inbox',
  'POST /api/common/notifications': 'the person’s inbox',
  'PATCH /api/common/notifications': 'the person’s inbox',
  'DELETE /api/common/notifications': 'the person’s inbox',
  'GET /api/common/notifications/mark-all-as-read': 'the person’s inbox',
  'POST /api/common/notifications/toggle-read-status': 'the person’s inbox',
  'POST /api/common/shortcuts': 'the person’s list',
  'PATCH /api/common/shortcuts': 'the person’s list',
  'DELETE /api/common/shortcuts': 'the person’s list',
  'PATCH /api/apps/chat/chat': 'a mark in the person’s chat',
  'POST /api/apps/chat/message': 'private; what is said between two people is nobody else’s',
  'POST /api/v1/openai/confluence/chat': 'recorded with the question',
  'PATCH /api/v1/openai/conversations/:id': 'the person’s list',
  'PUT /api/v1/openai/conversations/:id/messages/:number/rating': 'the person’s mark at an answer',
  'PUT /api/v1/openai/conversations/:id/messages/:number/query': 'the person’s choice at an answer',
  'POST /api/v1/contact': 'recorded by its service, also for those who are not signed in',
  'GET /api/v1/people/:id/picture': 'a picture beside a name',
  'GET /api/v1/branding/logo': 'a picture in the frame of every page',
  'GET /api/v1/global/tenants/:id/logo': 'a picture beside a tenant’s settings',
  'GET /api/v1/audit/export': 'recorded with its filter, in the trail that is exported',
};

test('every change is recorded, or it is said why not', () => {
  const unrecorded = Object.entries(routes).filter(([key, route]) => {
    const isReading = key.startsWith('GET ') || key.startsWith('HEAD ') || ('readOnly' in route && route.readOnly);
    const isChange = !isReading || 'mutates' in route || ('stream' in route && route.stream === 'rows');
    return isChange && route.audit.when === 'denied' && !('readOnly' in route && route.readOnly);
  });
  expect(unrecorded.map(([key]) => key).toSorted()).toEqual(Object.keys(UNRECORDED).toSorted());
});

test('every action of the audit trail has words in both languages, and no words are left over', async () => {
  const files = (await readdir(join(ROOT, 'server/src'), { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const sources = await Promise.all(files.map((file) => read(join('server/src', file))));
  const actions = new Set<string>(Object.values(routes).map(({ audit }) => audit.action));
  for (const source of sources)
    for (const [, action] of source.matchAll(/'([a-z][a-z-]*(?:\.[a-z][a-z-]*)+)'/g))
      if (new RegExp(`action[^\\n]*'${action!.replaceAll('.', '\\.')}'`, 'i').test(source)) actions.add(action!);
  const words = JSON.parse(await read('portal/src/audit-trail/action-words.json')) as Record<string, string[]>;
  expect(Object.values(words).every((pair) => pair.length === 2 && pair.every((text) => text.trim() !== ''))).toBe(
    true,
  );
  expect(Object.keys(words).toSorted()).toEqual([...actions].toSorted());
});
