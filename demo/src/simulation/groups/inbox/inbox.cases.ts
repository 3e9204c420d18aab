import { expect } from 'vitest';
import type { Api, Cases } from '../../conformance/cases.ts';

/** Messages and notifications have the same calls: each test runs for both. */
type Kind = 'message' | 'notification';
const path = <K extends Kind>(kind: K) => `/api/common/${kind}s` as const;
const list = (api: Api, kind: Kind) => api.call(`GET ${path(kind)}`);

const returnsTheList = (kind: Kind) => async (api: Api) => {
  const [english, turkish] = [await list(api, kind), await api.call(`GET ${path(kind)}`, { language: 'tr' })];
  expect(english.length).toBeGreaterThanOrEqual(5);
  expect(english.map(({ time }) => time)).toEqual(
    english
      .map(({ time }) => time)
      .toSorted()
      .toReversed(),
  );
  expect(english.some(({ read }) => read) && english.some(({ read }) => !read)).toBe(true);
  expect(turkish.map(({ id }) => id)).toEqual(english.map(({ id }) => id));
  for (const [index, { title }] of english.entries()) expect(turkish[index]!.title).not.toBe(title);
};

const isFirst = (kind: Kind) => async (api: Api) => {
  const before = await list(api, kind);
  // Of any icon set: the demo has not all of them.
  const item = { title: ' Coffee at four ', icon: 'heroicons_outline:cake' };
  const created = (await api.request(`POST ${path(kind)}`, { body: { [kind]: item } })).body as {
    id: string;
  };
  expect(created).toMatchObject({ ...item, title: 'Coffee at four', read: false, time: api.now.toISOString() });
  expect(await list(api, kind)).toEqual([created, ...before]);
  expect(before.map(({ id }) => id)).not.toContain(created.id);
};

const returnsTheMerged = (kind: Kind) => async (api: Api) => {
  const before = await list(api, kind);
  const { body } = await api.request(`PATCH ${path(kind)}`, {
    body: { id: before[1]!.id, [kind]: { title: 'Changed', read: true } },
  });
  expect(body).toEqual({ ...before[1], title: 'Changed', read: true });
  expect(await list(api, kind)).toEqual((before as unknown[]).with(1, body));
};

const keepsBothLanguages = (kind: Kind) => async (api: Api) => {
  const [before, turkish] = [await list(api, kind), await api.call(`GET ${path(kind)}`, { language: 'tr' })];
  await api.request(`PATCH ${path(kind)}`, { body: { id: before[0]!.id, [kind]: { ...before[0], read: true } } });
  expect((await api.call(`GET ${path(kind)}`, { language: 'tr' }))[0]).toEqual({ ...turkish[0], read: true });
};

const opensOnlyPathsInside = (kind: Kind) => async (api: Api) => {
  const before = await list(api, kind);
  const change = { link: 'https://elsewhere.example/', useRouter: true };
  const answer = await api.request(`PATCH ${path(kind)}`, { body: { id: before[0]!.id, [kind]: change } });
  expect(answer).toMatchObject({ status: 400, body: { error: { details: [{ field: 'useRouter' }] } } });
  expect(await list(api, kind)).toEqual(before);
};

const unknownIsNull = (method: 'PATCH' | 'DELETE', kind: Kind) => async (api: Api) => {
  const before = await list(api, kind);
  const input = method === 'PATCH' ? { body: { id: 'nobody', [kind]: { read: true } } } : { query: { id: 'nobody' } };
  expect(await api.request(`${method} ${path(kind)}`, input)).toEqual({ status: 200, body: null });
  expect(await list(api, kind)).toEqual(before);
};

const returnsTheDeleted = (kind: Kind) => async (api: Api) => {
  const before = await list(api, kind);
  expect(await api.call(`DELETE ${path(kind)}`, { query: { id: before[2]!.id } })).toEqual(before[2]);
  expect(await list(api, kind)).toEqual(before.toSpliced(2, 1));
};

const readsAll = (kind: Kind) => async (api: Api) => {
  const before = await list(api, kind);
  expect(await api.call(`GET ${path(kind)}/mark-all-as-read`)).toBe(true);
  const mark = kind === 'notification' ? { read: true, seen: true } : { read: true };
  expect(await list(api, kind)).toEqual(before.map((item) => ({ ...item, ...mark })));
};

const setsRead = (kind: Kind) => async (api: Api) => {
  const [before] = await list(api, kind);
  for (const read of [true, false]) {
    const { body } = await api.request(`POST ${path(kind)}/toggle-read-status`, {
      body: { [kind]: { ...before, read } },
    });
    expect(body).toEqual({ ...before, read });
    expect((await list(api, kind))[0]).toEqual(body);
  }
};

const changesNothing = (kind: Kind) => async (api: Api) => {
  const body = { [kind]: { id: 'nobody', read: true } };
  expect(await api.request(`POST ${path(kind)}/toggle-read-status`, { body })).toEqual({ status: 200, body: null });
};

export const inboxCases: Cases<'inbox'> = {
  'GET /api/common/messages': { 'returns the list': returnsTheList('message') },
  'POST /api/common/messages': { 'the new one has a new id and comes first': isFirst('message') },
  'PATCH /api/common/messages': {
    'returns the merged one, and the others stay': returnsTheMerged('message'),
    'an unknown id returns null': unknownIsNull('PATCH', 'message'),
    'a text of ours that comes back stays in both languages': keepsBothLanguages('message'),
    'only a path opens inside the suite': opensOnlyPathsInside('message'),
  },
  'DELETE /api/common/messages': {
    'returns the deleted one': returnsTheDeleted('message'),
    'an unknown id returns null': unknownIsNull('DELETE', 'message'),
  },
  'GET /api/common/messages/mark-all-as-read': { 'returns true, and all are read': readsAll('message') },
  'POST /api/common/messages/toggle-read-status': {
    'returns it as read or unread': setsRead('message'),
    'an unknown id returns null': changesNothing('message'),
  },
  'GET /api/common/notifications': { 'returns the list': returnsTheList('notification') },
  'POST /api/common/notifications': {
    'the new one has a new id and comes first': isFirst('notification'),
  },
  'PATCH /api/common/notifications': {
    'returns the merged one, and the others stay': returnsTheMerged('notification'),
    'an unknown id returns null': unknownIsNull('PATCH', 'notification'),
    'a text of ours that comes back stays in both languages': keepsBothLanguages('notification'),
    'only a path opens inside the suite': opensOnlyPathsInside('notification'),
  },
  'DELETE /api/common/notifications': {
    'returns the deleted one': returnsTheDeleted('notification'),
    'an unknown id returns null': unknownIsNull('DELETE', 'notification'),
  },
  'GET /api/common/notifications/mark-all-as-read': {
    'returns true, and all are read and seen': readsAll('notification'),
  },
  'POST /api/common/notifications/toggle-read-status': {
    'returns it as read or unread': setsRead('notification'),
    'an unknown id returns null': changesNothing('notification'),
  },
};
