import assert from 'node:assert/strict';
import { z } from 'zod';
import { errorBody } from '../protocol/errors.ts';
import { message } from '../messages.ts';
import { navigation } from '../navigation.ts';
import { notification } from '../notifications.ts';
import { searchResult } from '../search.ts';
import { shortcut } from '../shortcuts.ts';
import { user } from '../user.ts';

/** Calls `api/common/*` on the server (as a user in a tenant) or on the simulation. */
export type SendCommon = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: `/api/common/${string}`,
  body?: unknown,
) => Promise<{ status: number; body: unknown }>;

interface Parity {
  readonly name: string;
  /** Throws where a response differs from what both must return. */
  show(send: SendCommon): Promise<void>;
}

type Item = z.infer<typeof message>;

/** Returns the body of a 200 response; fails where it has anything beyond its schema. */
async function ok<S extends z.ZodType>(schema: S, response: ReturnType<SendCommon>): Promise<z.output<S>> {
  const { status, body } = await response;
  assert.equal(status, 200, JSON.stringify(body));
  const parsed = schema.parse(body);
  assert.deepEqual(parsed, body);
  return parsed;
}

async function refused(field: string, response: ReturnType<SendCommon>): Promise<void> {
  const { status, body } = await response;
  assert.equal(status, 400, JSON.stringify(body));
  const { error } = errorBody.parse(body);
  assert.equal(error.code, 'VALIDATION_FAILED');
  const detail = error.details?.find((entry) => entry.field === field);
  assert.ok(
    detail && detail.message.length > 'Invalid input'.length,
    `a remedy for ${field}: ${JSON.stringify(error)}`,
  );
}

function inboxParity(kind: 'message' | 'notification', schema: z.ZodType<Item>): Parity[] {
  const path = `/api/common/${kind}s` as const;
  const add = (send: SendCommon, item: object) => ok(schema, send('POST', path, { [kind]: item }));
  const list = (send: SendCommon) => ok(z.array(schema), send('GET', path));
  return [
    {
      name: `a new ${kind} has defaults for omitted fields and comes first`,
      async show(send) {
        const before = await list(send);
        const created = await add(send, { title: ' Board meeting ' });
        const { id: _id, time: _time, ...rest } = created;
        assert.deepEqual(rest, {
          icon: null,
          image: null,
          title: 'Board meeting',
          description: '',
          read: false,
          link: null,
          useRouter: false,
          ...(kind === 'notification' && { seen: false }),
        });
        assert.deepEqual(await list(send), [created, ...before]);
      },
    },
    {
      name: `a change of a ${kind} is merged, a deletion answers it`,
      async show(send) {
        const created = await add(send, { title: 'Draft', link: '/reports', useRouter: true });
        const changed = await ok(
          schema,
          send('PATCH', path, { id: created.id, [kind]: { title: 'Final', read: true } }),
        );
        assert.deepEqual(changed, { ...created, title: 'Final', read: true });
        assert.deepEqual(
          (await list(send)).find(({ id }) => id === created.id),
          changed,
        );
        assert.deepEqual(await ok(schema, send('DELETE', `${path}?id=${created.id}`)), changed);
        assert.equal(
          (await list(send)).some(({ id }) => id === created.id),
          false,
        );
      },
    },
    {
      name: `a ${kind} is marked as read and unread, and all at once`,
      async show(send) {
        const created = await add(send, { title: 'Unread' });
        for (const read of [true, false]) {
          const toggled = send('POST', `${path}/toggle-read-status`, { [kind]: { ...created, read } });
          assert.deepEqual(await ok(schema, toggled), { ...created, read });
        }
        await ok(z.literal(true), send('GET', `${path}/mark-all-as-read`));
        for (const item of await list(send)) {
          assert.equal(item.read, true);
          if (kind === 'notification') assert.equal((item as Item & { seen: boolean }).seen, true);
        }
      },
    },
    {
      name: `what does not fit a ${kind} is refused with the field and a remedy, and changes nothing`,
      async show(send) {
        const created = await add(send, { title: 'As it was' });
        const elsewhere = { link: 'https://elsewhere.example/', useRouter: true };
        await refused(`${kind}.useRouter`, send('POST', path, { [kind]: { title: 'x', ...elsewhere } }));
        await refused('useRouter', send('PATCH', path, { id: created.id, [kind]: { title: 'Changed', ...elsewhere } }));
        await refused(`${kind}.title`, send('POST', path, { [kind]: { title: '  ' } }));
        await refused(`${kind}`, send('POST', path, { [kind]: { title: 'x', owner: 'somebody' } }));
        assert.deepEqual(
          (await list(send)).find(({ id }) => id === created.id),
          created,
        );
      },
    },
  ];
}

/** Responses that the server and the simulation must have in common. Cases run one after another on the same state. */
export const commonParity: readonly Parity[] = [
  ...inboxParity('message', message),
  ...inboxParity('notification', notification),
  {
    name: 'shortcuts are added at the end, merged and deleted',
    async show(send) {
      const list = () => ok(z.array(shortcut), send('GET', '/api/common/shortcuts'));
      const before = await list();
      const input = { label: 'Ratios', icon: 'chart', link: '/reports' };
      const created = await ok(shortcut, send('POST', '/api/common/shortcuts', { shortcut: input }));
      assert.deepEqual(created, { ...input, id: created.id, description: '', useRouter: false });
      assert.deepEqual(await list(), [...before, created]);
      const change = { id: created.id, shortcut: { label: 'Key ratios', useRouter: true } };
      const changed = await ok(shortcut, send('PATCH', '/api/common/shortcuts', change));
      assert.deepEqual(changed, { ...created, ...change.shortcut });
      await refused(
        'useRouter',
        send('PATCH', '/api/common/shortcuts', { id: created.id, shortcut: { link: 'https://elsewhere.example/' } }),
      );
      assert.deepEqual(await ok(shortcut, send('DELETE', `/api/common/shortcuts?id=${created.id}`)), changed);
      assert.deepEqual(await list(), before);
    },
  },
  {
    name: 'the user’s status is set, and the rest stays',
    async show(send) {
      const before = await ok(user, send('GET', '/api/common/user'));
      for (const status of ['busy', before.status] as const)
        assert.deepEqual(await ok(user, send('PATCH', '/api/common/user', { user: { status } })), {
          ...before,
          status,
        });
      await refused('user.status', send('PATCH', '/api/common/user', { user: { status: 'asleep' } }));
    },
  },
  {
    name: 'every entry of the four menus has a target',
    async show(send) {
      const menus = await ok(navigation, send('GET', '/api/common/navigation'));
      for (const menu of Object.values(menus)) assert.ok(menu.length > 0);
    },
  },
  {
    name: 'a search returns sets with results, and none for text that occurs nowhere',
    async show(send) {
      // Server and simulation have their own sets; results may carry more.
      const sets = z.array(
        z.looseObject({
          id: z.string(),
          label: z.string().min(1),
          results: z.array(searchResult.loose()).min(1),
        }),
      );
      const results = await ok(sets, send('POST', '/api/common/search', { query: 'an' }));
      assert.ok(results.length > 0);
      assert.deepEqual(await ok(sets, send('POST', '/api/common/search', { query: 'zzzz qqqq xxxx' })), []);
    },
  },
];
