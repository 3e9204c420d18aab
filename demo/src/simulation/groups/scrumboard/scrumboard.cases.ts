import { expect } from 'vitest';
import type { AnyKey, Api, Cases } from '../../conformance/cases.ts';

const PATH = '/api/apps/scrumboard';
const STEP = 65_536;
const boards = (api: Api) => api.call(`GET ${PATH}/boards`);
const read = async (api: Api, id: string) => (await api.call(`GET ${PATH}/board`, { query: { id } }))!;
/** The first board, or another by index, with its lists and cards. */
const board = async (api: Api, index = 0) => read(api, (await boards(api))[index]!.id);

const unknown = (key: AnyKey, input: NonNullable<Parameters<Api['request']>[1]>) => async (api: Api) => {
  const before = await board(api);
  expect(await api.request(key, input)).toEqual({ status: 200, body: null });
  expect(await board(api)).toEqual(before);
};
const unknownQuery = (key: AnyKey) => unknown(key, { query: { id: 'none' } });

async function refused(api: Api, key: AnyKey, body: object, ...fields: string[]) {
  const before = await board(api);
  expect(await api.request(key, { body })).toMatchObject({
    status: 400,
    body: { error: { details: fields.map((field) => ({ field })) } },
  });
  expect(await board(api)).toEqual(before);
}

const addsLabel = (method: 'PUT' | 'POST') => async (api: Api) => {
  const { id: boardId, labels } = await board(api);
  const created = await api.call(`${method} ${PATH}/board/label`, { body: { label: { boardId, title: 'Later' } } });
  expect(created).toEqual({ id: created.id, boardId, title: 'Later' });
  expect((await board(api)).labels).toEqual([...labels, created]);
  expect((await board(api, 1)).labels).not.toContainEqual(created);
};
const needsBoard = (method: 'PUT' | 'POST') => (api: Api) =>
  refused(api, `${method} ${PATH}/board/label`, { label: { boardId: 'none', title: 'Later' } }, 'label.boardId');

const restored = (api: Api, id: string) => api.call(`POST ${PATH}/restore`, { body: { id } });

export const scrumboardCases: Cases<'scrumboard'> = {
  'GET /api/apps/scrumboard/members': {
    'the user first, then the people of the boards': async (api) => {
      const members = await api.call(`GET ${PATH}/members`);
      expect(members[0]!.name).toBe((await api.call('GET /api/common/user')).name);
      for (const board of await boards(api)) expect(members).toEqual(expect.arrayContaining(board.members));
    },
  },
  'GET /api/apps/scrumboard/boards': {
    'each with its members': async (api) => {
      const all = await boards(api);
      expect(all.map(({ title }) => title)).toContain('Member app');
      const people = await api.call('GET /api/apps/contacts/all');
      for (const { members } of all) {
        expect(members.length).toBeGreaterThan(2);
        for (const { id, name } of members) expect(people.find((person) => person.id === id)!.name).toBe(name);
      }
      expect((await api.call(`GET ${PATH}/boards`, { language: 'tr' }))[0]!.title).toBe('Üye uygulaması');
    },
  },
  'GET /api/apps/scrumboard/board': {
    'lists and cards by position, labels as objects': async (api) => {
      for (const { id } of await boards(api)) {
        const { lists, labels } = await read(api, id);
        expect(lists.map(({ position }) => position)).toEqual(lists.map((_, index) => (index + 1) * STEP));
        for (const { id: listId, cards } of lists) {
          expect(cards.map(({ position }) => position)).toEqual(cards.map((_, index) => (index + 1) * STEP));
          for (const card of cards) {
            expect([card.boardId, card.listId]).toEqual([id, listId]);
            for (const label of card.labels) expect(labels).toContainEqual(label);
          }
        }
      }
    },
    'some cards are due, before and after today': async (api) => {
      const due = (await board(api)).lists.flatMap(({ cards }) => cards.flatMap(({ dueDate }) => dueDate ?? []));
      expect(due.some((date) => date < api.now.toISOString()) && due.some((date) => date > api.now.toISOString())).toBe(
        true,
      );
    },
    'an unknown id returns null': unknownQuery('GET /api/apps/scrumboard/board'),
  },
  'PUT /api/apps/scrumboard/board': {
    'returns it with an id': async (api) => {
      const before = await boards(api);
      const member = before[0]!.members[0]!.id;
      const created = await api.call(`PUT ${PATH}/board`, {
        body: { board: { title: ' Audit ', members: [member, member] } },
      });
      expect(created).toMatchObject({
        title: 'Audit',
        icon: 'task',
        description: null,
        lastActivity: api.now.toISOString(),
      });
      expect(created.members.map(({ id }) => id)).toEqual([member]);
      expect(await boards(api)).toEqual([...before, created]);
      expect(await read(api, created.id)).toEqual({ ...created, lists: [], labels: [] });
    },
    'an unknown member is rejected': (api) =>
      refused(api, 'PUT /api/apps/scrumboard/board', { board: { title: 'X', members: ['none'] } }, 'board.members.0'),
  },
  'PATCH /api/apps/scrumboard/board': {
    'returns the merged one, and the others stay': async (api) => {
      const [first, ...others] = await boards(api);
      const body = { id: first!.id, board: { title: 'App', members: first!.members.slice(0, 2).map(({ id }) => id) } };
      const after = await api.call(`PATCH ${PATH}/board`, { body });
      const lastActivity = api.now.toISOString();
      expect(after).toEqual({ ...first, title: 'App', members: first!.members.slice(0, 2), lastActivity });
      expect(await boards(api)).toEqual([after, ...others]);
    },
    'an unknown member is rejected': async (api) => {
      const { id } = await board(api);
      await refused(api, `PATCH ${PATH}/board`, { id, board: { title: 'X', members: ['none'] } }, 'board.members.0');
    },
    'an unknown id returns null': unknown('PATCH /api/apps/scrumboard/board', { body: { id: 'none', board: {} } }),
  },
  'DELETE /api/apps/scrumboard/board': {
    'returns true, and its lists, cards and labels are gone': async (api) => {
      const [deleted, stored, all] = [await board(api), await board(api, 1), await boards(api)];
      expect(await api.call(`DELETE ${PATH}/board`, { query: { id: deleted.id } })).toBe(true);
      expect(await boards(api)).toEqual(all.slice(1));
      expect(await board(api)).toEqual(stored);
      expect(await api.call(`GET ${PATH}/board/labels`, { query: { boardId: deleted.id } })).toEqual([]);
      const { id: listId, cards } = deleted.lists[0]!;
      expect(await api.call(`PATCH ${PATH}/board/list`, { body: { list: { id: listId } } })).toBeNull();
      expect(await api.call(`PATCH ${PATH}/board/card`, { body: { id: cards[0]!.id, card: {} } })).toBeNull();
    },
    'an unknown id returns null': unknownQuery('DELETE /api/apps/scrumboard/board'),
  },
  'POST /api/apps/scrumboard/board/list': {
    'returns it with an id': async (api) => {
      const { id: boardId, lists } = await board(api);
      const add = (list: { title: string; position?: number }) =>
        api.call(`POST ${PATH}/board/list`, { body: { list: { boardId, ...list } } });
      const last = await add({ title: 'Some day' });
      expect(last).toEqual({ id: last.id, boardId, title: 'Some day', position: (lists.length + 1) * STEP });
      await add({ title: 'Now', position: STEP / 2 });
      expect((await board(api)).lists.map(({ title }) => title)).toEqual([
        'Now',
        ...lists.map(({ title }) => title),
        'Some day',
      ]);
    },
    'an unknown board is rejected': (api) =>
      refused(api, 'POST /api/apps/scrumboard/board/list', { list: { boardId: 'none', title: 'X' } }, 'list.boardId'),
  },
  'PATCH /api/apps/scrumboard/board/list': {
    'returns the merged one, and the others stay': async (api) => {
      const before = await board(api);
      const { cards, ...first } = before.lists[0]!;
      const after = await api.call(`PATCH ${PATH}/board/list`, { body: { list: { id: first.id, title: 'Next' } } });
      expect(after).toEqual({ ...first, title: 'Next' });
      expect((await board(api)).lists).toEqual(before.lists.with(0, { ...after!, cards }));
      expect((await board(api)).lastActivity).toBe(api.now.toISOString());
    },
    'an unknown id returns null': unknown('PATCH /api/apps/scrumboard/board/list', { body: { list: { id: 'none' } } }),
  },
  'PATCH /api/apps/scrumboard/board/lists': {
    'returns the changed lists': async (api) => {
      const { lists } = await board(api);
      const turned = lists.map(({ id }, index) => ({ id, position: (lists.length - index) * STEP }));
      const answer = await api.call(`PATCH ${PATH}/board/lists`, {
        body: { lists: [...turned, { id: 'none', position: 1 }] },
      });
      expect(answer.map(({ id, position }) => ({ id, position }))).toEqual(turned);
      expect((await board(api)).lists.map(({ id }) => id)).toEqual(lists.map(({ id }) => id).toReversed());
    },
  },
  'DELETE /api/apps/scrumboard/board/list': {
    'returns true, and its cards are gone': async (api) => {
      const { lists } = await board(api);
      expect(await api.call(`DELETE ${PATH}/board/list`, { query: { id: lists[1]!.id } })).toBe(true);
      expect((await board(api)).lists).toEqual(lists.toSpliced(1, 1));
      const { id } = lists[1]!.cards[0]!;
      expect(await api.call(`DELETE ${PATH}/board/card`, { query: { id } })).toBeNull();
    },
    'an unknown id returns null': unknownQuery('DELETE /api/apps/scrumboard/board/list'),
  },
  'PUT /api/apps/scrumboard/board/card': {
    'returns it with an id': async (api) => {
      const { id: boardId, lists, labels } = await board(api);
      const { id: listId, cards } = lists[0]!;
      const created = await api.call(`PUT ${PATH}/board/card`, {
        body: { card: { listId, title: 'Try', labels: [labels[1]!] } },
      });
      expect(created).toEqual({
        id: created.id,
        boardId,
        listId,
        position: (cards.length + 1) * STEP,
        title: 'Try',
        description: null,
        labels: [labels[1]],
        dueDate: null,
        members: [],
        checklist: [],
        comments: [],
        cover: null,
      });
      expect((await board(api)).lists[0]!.cards).toEqual([...cards, created]);
    },
    'an unknown list is rejected': (api) =>
      refused(api, 'PUT /api/apps/scrumboard/board/card', { card: { listId: 'none', title: 'X' } }, 'card.listId'),
  },
  'PATCH /api/apps/scrumboard/board/card': {
    'takes and returns labels as objects': async (api) => {
      const { lists, labels } = await board(api);
      const [first, ...others] = lists[0]!.cards;
      const change = { title: 'Changed', labels: [labels[4]!, labels[0]!], dueDate: null };
      const after = await api.call(`PATCH ${PATH}/board/card`, {
        body: { id: first!.id, card: { ...first!, ...change } },
      });
      expect(after).toEqual({ ...first, ...change });
      expect((await board(api)).lists[0]!.cards).toEqual([after, ...others]);
    },
    'takes members and steps; an unknown member is rejected': async (api) => {
      const { lists, members } = await board(api);
      const card = lists[0]!.cards[0]!;
      const change = {
        members: [members[2]!.id, members[0]!.id],
        checklist: [{ id: 'a', title: 'Look', completed: true }],
      };
      const after = await api.call(`PATCH ${PATH}/board/card`, { body: { id: card.id, card: change } });
      expect(after).toEqual({ ...card, ...change });
      const wrong = { id: card.id, card: { members: ['none'] } };
      await refused(api, `PATCH ${PATH}/board/card`, wrong, 'card.members.0');
    },
    'takes a color or a picture as its cover, nothing of another server': async (api) => {
      const { id } = (await board(api)).lists[0]!.cards[0]!;
      for (const cover of [{ color: 3 }, { picture: 'data:image/png;base64,iVBORw0KGgo=' }, null]) {
        const after = await api.call(`PATCH ${PATH}/board/card`, { body: { id, card: { cover } } });
        expect(after!.cover).toEqual(cover);
        expect((await board(api)).lists[0]!.cards[0]).toEqual(after);
      }
      await refused(api, `PATCH ${PATH}/board/card`, { id, card: { cover: { color: 9 } } }, 'card.cover.color');
      const elsewhere = { picture: 'https://elsewhere.example/a.png' };
      await refused(api, `PATCH ${PATH}/board/card`, { id, card: { cover: elsewhere } }, 'card.cover.picture');
    },
    'moves it to another list of its board': async (api) => {
      const { lists } = await board(api);
      const { id } = lists[0]!.cards[0]!;
      await api.call(`PATCH ${PATH}/board/card`, { body: { id, card: { listId: lists[2]!.id, position: 1 } } });
      expect((await board(api)).lists[2]!.cards.map((card) => card.id)[0]).toBe(id);
    },
    'items of another board are rejected': async (api) => {
      const [{ lists }, other] = [await board(api), await board(api, 1)];
      const card = { title: 'X', listId: other.lists[0]!.id, labels: [other.labels[0]!.id] };
      await refused(
        api,
        `PATCH ${PATH}/board/card`,
        { id: lists[0]!.cards[0]!.id, card },
        'card.listId',
        'card.labels.0',
      );
    },
    'an unknown id returns null': unknown('PATCH /api/apps/scrumboard/board/card', { body: { id: 'none', card: {} } }),
  },
  'PATCH /api/apps/scrumboard/board/cards': {
    'returns the changed cards': async (api) => {
      const { lists } = await board(api);
      const [from, to] = [lists[0]!, lists[1]!];
      const cards = from.cards.map((card, index) => ({ ...card, listId: to.id, position: index + 1 }));
      expect(await api.call(`PATCH ${PATH}/board/cards`, { body: { cards } })).toEqual(cards);
      const after = (await board(api)).lists;
      expect(after[0]!.cards).toEqual([]);
      expect(after[1]!.cards).toEqual([...cards, ...to.cards]);
    },
    'one that can’t be moves none of them': async (api) => {
      const { lists } = await board(api);
      const [first, second] = lists[0]!.cards;
      const cards = [
        { id: first!.id, position: 1 },
        { id: second!.id, listId: 'none' },
      ];
      await refused(api, `PATCH ${PATH}/board/cards`, { cards }, 'cards.1.listId');
    },
  },
  'PATCH /api/apps/scrumboard/board/card/positions': {
    'the place in the list becomes the position': async (api) => {
      const { cards } = (await board(api)).lists[0]!;
      const turned = cards.toReversed();
      const answer = await api.call(`PATCH ${PATH}/board/card/positions`, { body: { cards: turned } });
      expect(answer).toEqual(turned.map((card, position) => ({ ...card, position })));
      expect((await board(api)).lists[0]!.cards).toEqual(answer);
    },
  },
  'DELETE /api/apps/scrumboard/board/card': {
    'returns true, and it is gone': async (api) => {
      const { cards } = (await board(api)).lists[0]!;
      expect(await api.call(`DELETE ${PATH}/board/card`, { query: { id: cards[0]!.id } })).toBe(true);
      expect((await board(api)).lists[0]!.cards).toEqual(cards.slice(1));
    },
    'an unknown id returns null': unknownQuery('DELETE /api/apps/scrumboard/board/card'),
  },
  'POST /api/apps/scrumboard/board/card/comment': {
    'is the last one, by the user': async (api) => {
      const card = (await board(api)).lists[0]!.cards[0]!;
      const author = (await api.call('GET /api/common/user')).id;
      const after = await api.call(`POST ${PATH}/board/card/comment`, {
        body: { cardId: card.id, content: ' Done on Monday. ' },
      });
      const added = after!.comments.at(-1)!;
      expect(added).toEqual({ id: added.id, author, content: 'Done on Monday.', createdAt: api.now.toISOString() });
      expect(after).toEqual({ ...card, comments: [...card.comments, added] });
      expect((await board(api)).lists[0]!.cards[0]).toEqual(after);
    },
    'an unknown card returns null': unknown('POST /api/apps/scrumboard/board/card/comment', {
      body: { cardId: 'none', content: 'X' },
    }),
  },
  'DELETE /api/apps/scrumboard/board/card/comment': {
    'returns true, and it can be brought back': async (api) => {
      const card = (await board(api)).lists[0]!.cards[0]!;
      const { id } = card.comments[0]!;
      const cardNow = async () => (await board(api)).lists[0]!.cards[0]!;
      expect(await api.call(`DELETE ${PATH}/board/card/comment`, { query: { id } })).toBe(true);
      expect((await cardNow()).comments).toEqual(card.comments.slice(1));
      expect(await restored(api, id)).toBe(true);
      expect(await cardNow()).toEqual(card);
    },
    'an unknown id returns null': unknownQuery('DELETE /api/apps/scrumboard/board/card/comment'),
  },
  'POST /api/apps/scrumboard/restore': {
    'a card, a list and a board return as they were, in both languages': async (api) => {
      const [all, before] = [await boards(api), await board(api)];
      const turkish = await api.call(`GET ${PATH}/board`, { query: { id: before.id }, language: 'tr' });
      const list = before.lists[1]!;
      const card = list.cards[1]!;
      await api.call(`DELETE ${PATH}/board/card`, { query: { id: card.id } });
      expect(await restored(api, card.id)).toBe(true);
      await api.call(`DELETE ${PATH}/board/list`, { query: { id: list.id } });
      expect(await restored(api, list.id)).toBe(true);
      await api.call(`DELETE ${PATH}/board`, { query: { id: before.id } });
      expect(await restored(api, before.id)).toBe(true);
      const lastActivity = api.now.toISOString();
      expect(await boards(api)).toEqual(all.with(0, { ...all[0]!, lastActivity }));
      expect(await board(api)).toEqual({ ...before, lastActivity });
      expect(await api.call(`GET ${PATH}/board`, { query: { id: before.id }, language: 'tr' })).toEqual({
        ...turkish,
        lastActivity,
      });
    },
    'only once, and not without what it was in': async (api) => {
      const { lists } = await board(api);
      const [list, card] = [lists[0]!, lists[0]!.cards[0]!];
      await api.call(`DELETE ${PATH}/board/card`, { query: { id: card.id } });
      await api.call(`DELETE ${PATH}/board/list`, { query: { id: list.id } });
      expect(await restored(api, card.id)).toBeNull();
      expect(await restored(api, list.id)).toBe(true);
      expect(await restored(api, card.id)).toBe(true);
      expect(await restored(api, card.id)).toBeNull();
    },
    'a label deleted meanwhile does not return with a card': async (api) => {
      const { lists } = await board(api);
      const card = lists[0]!.cards[0]!;
      await api.call(`DELETE ${PATH}/board/card`, { query: { id: card.id } });
      await api.call(`DELETE ${PATH}/board/label`, { query: { id: card.labels[0]!.id } });
      expect(await restored(api, card.id)).toBe(true);
      expect((await board(api)).lists[0]!.cards[0]!.labels).toEqual(card.labels.slice(1));
    },
    'an unknown id returns null': unknown('POST /api/apps/scrumboard/restore', { body: { id: 'none' } }),
  },
  'GET /api/apps/scrumboard/board/labels': {
    'returns those of the board': async (api) => {
      const { id: boardId, labels } = await board(api, 1);
      expect(await api.call(`GET ${PATH}/board/labels`, { query: { boardId } })).toEqual(labels);
      expect(await api.call(`GET ${PATH}/board/labels`, { query: { boardId: 'none' } })).toEqual([]);
    },
  },
  'PUT /api/apps/scrumboard/board/label': {
    'returns it with an id': addsLabel('PUT'),
    'an unknown board is rejected': needsBoard('PUT'),
  },
  'POST /api/apps/scrumboard/board/label': {
    'returns as PUT does': addsLabel('POST'),
    'an unknown board is rejected': needsBoard('POST'),
  },
  'PATCH /api/apps/scrumboard/board/label': {
    'returns the changed label': async (api) => {
      const { labels } = await board(api);
      const label = { ...labels[0]!, title: 'Looks' };
      expect(await api.call(`PATCH ${PATH}/board/label`, { body: { id: label.id, label } })).toEqual(label);
      expect((await board(api)).labels).toEqual(labels.with(0, label));
    },
    'an unknown id returns null': unknown('PATCH /api/apps/scrumboard/board/label', {
      body: { id: 'none', label: { title: 'X' } },
    }),
  },
  'DELETE /api/apps/scrumboard/board/label': {
    'returns true, and no card carries it any more': async (api) => {
      const { labels, lists } = await board(api);
      const { id } = labels[0]!;
      const carried = lists
        .flatMap(({ cards }) => cards)
        .filter((card) => card.labels.some((label) => label.id === id));
      expect(carried.length).toBeGreaterThan(2);
      expect(await api.call(`DELETE ${PATH}/board/label`, { query: { id } })).toBe(true);
      const after = await board(api);
      expect(after.labels).toEqual(labels.slice(1));
      expect(after.lists).toEqual(
        lists.map((list) => ({
          ...list,
          cards: list.cards.map((card) => ({ ...card, labels: card.labels.filter((label) => label.id !== id) })),
        })),
      );
    },
    'an unknown id returns null': unknownQuery('DELETE /api/apps/scrumboard/board/label'),
  },
};
