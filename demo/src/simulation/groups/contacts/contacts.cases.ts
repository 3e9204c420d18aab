import { expect } from 'vitest';
import type { Api, Cases } from '../../conformance/cases.ts';

const all = (api: Api) => api.call('GET /api/apps/contacts/all');
const tags = (api: Api) => api.call('GET /api/apps/contacts/tags');
const PIXEL = 'data:image/png;base64,iVBORw0KGgo=';

export const contactCases: Cases<'contacts'> = {
  'GET /api/apps/contacts/all': {
    'sorted by name': async (api) => {
      const names = (await all(api)).map(({ name }) => name);
      expect(names).toHaveLength(80);
      expect(names).toEqual(names.toSorted(new Intl.Collator('en').compare));
      // Turkish sorts Ç after C, English as C.
      await api.call('PATCH /api/apps/contacts/contact', {
        body: { id: (await all(api))[0]!.id, contact: { name: 'Çaylak' } },
      });
      const turkish = await api.call('GET /api/apps/contacts/all', { language: 'tr' });
      expect(turkish.map(({ name }) => name)).toEqual(
        turkish.map(({ name }) => name).toSorted(new Intl.Collator('tr').compare),
      );
    },
    'titles come in the requested language': async (api) => {
      const [english, turkish] = [await all(api), await api.call('GET /api/apps/contacts/all', { language: 'tr' })];
      const title = (some: typeof english) => some.find(({ name }) => name === 'Priya Raghunathan')!.title;
      expect([title(english), title(turkish)]).toEqual(['Data analyst', 'Veri analisti']);
    },
  },
  'GET /api/apps/contacts/search': {
    'by a part of the name in any case': async (api) => {
      const search = async (query: string) =>
        (await api.call('GET /api/apps/contacts/search', { query: { query } })).map(({ name }) => name);
      expect(await search('RAGHU')).toEqual(['Priya Raghunathan']);
      expect(await search('yildirim')).toEqual(['Burak Yıldırım']);
      expect(await search('nobody at all')).toEqual([]);
    },
    'a blank query returns all': async (api) => {
      const everybody = await all(api);
      expect(await api.call('GET /api/apps/contacts/search', { query: { query: ' ' } })).toEqual(everybody);
      expect(await api.call('GET /api/apps/contacts/search')).toEqual(everybody);
    },
  },
  'GET /api/apps/contacts/contact': {
    'returns the contact': async (api) => {
      const [first] = await all(api);
      expect(await api.call('GET /api/apps/contacts/contact', { query: { id: first!.id } })).toEqual(first);
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('GET /api/apps/contacts/contact', { query: { id: 'nobody' } })).toBeNull();
    },
  },
  'POST /api/apps/contacts/contact': {
    'the new one is empty': async (api) => {
      const before = await all(api);
      const created = await api.call('POST /api/apps/contacts/contact', { body: {} });
      expect(created).toMatchObject({ name: 'New contact', emails: [], phoneNumbers: [], tags: [], title: null });
      expect((await all(api)).filter(({ id }) => id !== created.id)).toEqual(before);
    },
  },
  'PATCH /api/apps/contacts/contact': {
    'returns the merged one, and the others stay': async (api) => {
      const before = await all(api);
      const contact = { emails: [{ email: 'new@post.example', label: 'Personal' }], notes: null };
      const after = await api.call('PATCH /api/apps/contacts/contact', { body: { id: before[3]!.id, contact } });
      expect(after).toEqual({ ...before[3], ...contact });
      expect(await all(api)).toEqual(before.with(3, after!));
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('PATCH /api/apps/contacts/contact', { body: { id: 'nobody', contact: {} } })).toBeNull();
    },
    'an unknown tag or country is rejected, and nothing changes': async (api) => {
      const before = await all(api);
      const contact = { name: 'X', tags: ['nothing'], phoneNumbers: [{ country: 'zz', phoneNumber: '1', label: '' }] };
      const answer = await api.request('PATCH /api/apps/contacts/contact', { body: { id: before[0]!.id, contact } });
      expect(answer).toMatchObject({
        status: 400,
        body: { error: { details: [{ field: 'contact.tags.0' }, { field: 'contact.phoneNumbers.0.country' }] } },
      });
      expect(await all(api)).toEqual(before);
    },
  },
  'DELETE /api/apps/contacts/contact': {
    'returns true, and it is gone': async (api) => {
      const before = await all(api);
      expect(await api.call('DELETE /api/apps/contacts/contact', { query: { id: before[0]!.id } })).toBe(true);
      expect(await all(api)).toEqual(before.slice(1));
    },
    'an unknown id returns null': async (api) => {
      const before = await all(api);
      expect(await api.call('DELETE /api/apps/contacts/contact', { query: { id: 'nobody' } })).toBeNull();
      expect(await all(api)).toEqual(before);
    },
  },
  'POST /api/apps/contacts/contacts': {
    'returns them, each with a new id': async (api) => {
      const before = await all(api);
      const contacts = [
        { name: ' Ada Alvarez ', emails: [{ email: 'ada@post.example', label: 'Work' }] },
        { name: 'Ben Brooks', company: 'Brooks & Co', tags: [(await tags(api))[0]!.id] },
      ];
      const created = await api.call('POST /api/apps/contacts/contacts', { body: { contacts } });
      expect(created).toMatchObject([{ ...contacts[0], name: 'Ada Alvarez', phoneNumbers: [] }, contacts[1]]);
      const after = await all(api);
      expect(after).toEqual(expect.arrayContaining([...before, ...created]));
      expect(after).toHaveLength(before.length + 2);
    },
    'with one that is not valid, none is created': async (api) => {
      const before = await all(api);
      const contacts = [{ name: 'Ada' }, { name: 'Ben', tags: ['none'] }];
      expect(await api.request('POST /api/apps/contacts/contacts', { body: { contacts } })).toMatchObject({
        status: 400,
        body: { error: { details: [{ field: 'contacts.1.tags.0' }] } },
      });
      expect(await all(api)).toEqual(before);
    },
  },
  'DELETE /api/apps/contacts/contacts': {
    'returns the ids of those that were there, and they are gone': async (api) => {
      const before = await all(api);
      const ids = [before[2]!.id, 'nobody', before[0]!.id];
      expect(await api.call('DELETE /api/apps/contacts/contacts', { body: { ids } })).toEqual([ids[0], ids[2]]);
      expect(await all(api)).toEqual(before.filter(({ id }) => !ids.includes(id)));
    },
  },
  'POST /api/apps/contacts/restore': {
    'a deleted contact returns as it was, in both languages': async (api) => {
      const [before, turkish] = [await all(api), await api.call('GET /api/apps/contacts/all', { language: 'tr' })];
      const { id } = before[3]!;
      await api.call('DELETE /api/apps/contacts/contact', { query: { id } });
      expect(await api.call('POST /api/apps/contacts/restore', { body: { id } })).toEqual(before[3]);
      expect(await all(api)).toEqual(before);
      expect(await api.call('GET /api/apps/contacts/all', { language: 'tr' })).toEqual(turkish);
    },
    'a tag deleted meanwhile does not return with it': async (api) => {
      const contact = (await all(api)).find((one) => one.tags.length > 0)!;
      await api.call('DELETE /api/apps/contacts/contact', { query: { id: contact.id } });
      await api.call('DELETE /api/apps/contacts/tag', { query: { id: contact.tags[0]! } });
      const restored = await api.call('POST /api/apps/contacts/restore', { body: { id: contact.id } });
      expect(restored).toEqual({ ...contact, tags: contact.tags.slice(1) });
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('POST /api/apps/contacts/restore', { body: { id: (await all(api))[0]!.id } })).toBeNull();
    },
  },
  'GET /api/apps/contacts/countries': {
    'phones and addresses are of one country': async (api) => {
      const countries = (await all(api)).map(({ phoneNumbers }) => new Set(phoneNumbers.map(({ country }) => country)));
      for (const own of countries) expect(own.size).toBe(1);
      const turkish = (await all(api)).filter(({ phoneNumbers }) => phoneNumbers[0]!.country === 'tr');
      expect(turkish.length).toBeGreaterThan(0);
      for (const { address } of turkish) expect(address ?? '/Ankara').toMatch(/\/(Ankara|İzmir|İstanbul)$/);
    },
    'no two contacts have the same name, number or e-mail address': async (api) => {
      const contacts = await all(api);
      for (const values of [
        contacts.map(({ name }) => name),
        contacts.flatMap(({ phoneNumbers }) => phoneNumbers.map(({ phoneNumber }) => phoneNumber)),
        contacts.flatMap(({ emails }) => emails.map(({ email }) => email)),
      ])
        expect(new Set(values).size).toBe(values.length);
    },
    'returns names and codes': async (api) => {
      const countries = await api.call('GET /api/apps/contacts/countries', { language: 'tr' });
      expect(countries.find(({ iso }) => iso === 'tr')).toMatchObject({ name: 'Türkiye', code: '+90', flag: '🇹🇷' });
      const isos = new Set(countries.map(({ iso }) => iso));
      for (const { phoneNumbers } of await all(api))
        for (const { country } of phoneNumbers) expect(isos).toContain(country);
    },
  },
  'GET /api/apps/contacts/tags': {
    'returns the list': async (api) => {
      const ids = new Set((await tags(api)).map(({ id }) => id));
      for (const contact of await all(api)) for (const tag of contact.tags) expect(ids).toContain(tag);
    },
  },
  'POST /api/apps/contacts/tag': {
    'returns it with a new id': async (api) => {
      const before = await tags(api);
      const created = await api.call('POST /api/apps/contacts/tag', { body: { tag: { title: 'Choir' } } });
      expect(created.title).toBe('Choir');
      expect(await tags(api)).toEqual([...before, created]);
    },
  },
  'PATCH /api/apps/contacts/tag': {
    'returns the changed tag': async (api) => {
      const [first] = await tags(api);
      const changed = { id: first!.id, title: 'Team' };
      expect(await api.call('PATCH /api/apps/contacts/tag', { body: { id: first!.id, tag: changed } })).toEqual(
        changed,
      );
      expect((await tags(api))[0]).toEqual(changed);
    },
    'an unknown id returns null': async (api) => {
      expect(
        await api.call('PATCH /api/apps/contacts/tag', { body: { id: 'nobody', tag: { title: 'X' } } }),
      ).toBeNull();
    },
  },
  'DELETE /api/apps/contacts/tag': {
    'returns true, and no contact carries it any more': async (api) => {
      const [first, ...rest] = await tags(api);
      const before = await all(api);
      expect(before.some((contact) => contact.tags.includes(first!.id))).toBe(true);
      expect(await api.call('DELETE /api/apps/contacts/tag', { query: { id: first!.id } })).toBe(true);
      expect(await tags(api)).toEqual(rest);
      expect(await all(api)).toEqual(
        before.map((contact) => ({ ...contact, tags: contact.tags.filter((id) => id !== first!.id) })),
      );
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('DELETE /api/apps/contacts/tag', { query: { id: 'nobody' } })).toBeNull();
    },
  },
  'POST /api/apps/contacts/avatar': {
    'returns the contact with the picture as a data address': async (api) => {
      const [first] = await all(api);
      const body = { id: first!.id, avatar: PIXEL };
      expect(await api.call('POST /api/apps/contacts/avatar', { body })).toEqual({ ...first, avatar: PIXEL });
      const bytes = Uint8Array.from(atob(PIXEL.split(',')[1]!), (letter) => letter.codePointAt(0)!);
      const form = new FormData();
      form.set('id', first!.id);
      form.set('avatar', new File([bytes], 'me.jpg', { type: 'image/jpeg' }));
      expect((await api.request('POST /api/apps/contacts/avatar', { body: form })).body).toEqual({
        ...first,
        avatar: PIXEL.replace('png', 'jpeg'),
      });
    },
    'an unknown id returns null': async (api) => {
      expect(await api.call('POST /api/apps/contacts/avatar', { body: { id: 'nobody', avatar: PIXEL } })).toBeNull();
    },
    'what is no JPEG or PNG is rejected': async (api) => {
      const body = { id: (await all(api))[0]!.id, avatar: 'data:image/svg+xml,<svg/>' };
      expect(await api.request('POST /api/apps/contacts/avatar', { body })).toMatchObject({ status: 400 });
    },
  },
};
