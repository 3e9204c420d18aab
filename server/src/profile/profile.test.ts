import type { ErrorBody, Profile, Session } from '@rise/contract';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestPortal, type SignedIn, type TestPortal } from '../testing/portal.ts';

let portal: TestPortal;
let ada: SignedIn;
let colleague: SignedIn;
let stranger: SignedIn;

beforeAll(async () => {
  portal = await startTestPortal();
  const { alder, birch } = portal.tenants;
  ada = await portal.signIn({
    email: 'ada@profile.example',
    roles: ['tenant.user'],
    tenants: [alder],
    groups: ['Lending'],
    attributes: { branch: ['12'] },
  });
  colleague = await portal.signIn({ email: 'colleague@profile.example', roles: ['tenant.user'], tenants: [alder] });
  stranger = await portal.signIn({ email: 'stranger@profile.example', roles: ['tenant.admin'], tenants: [birch] });
});
afterAll(() => portal?.close());

const read = async (): Promise<Profile> =>
  (await (await portal.fetch('GET /api/v1/account/profile', { cookie: ada.cookie })).json()) as Profile;
const upload = (data: Buffer) =>
  portal.fetch('PUT /api/v1/account/picture', { cookie: ada.cookie, body: { data: data.toString('base64') } });
const picture = ({ cookie }: SignedIn) => portal.fetch('GET /api/v1/people/:id/picture', { cookie, id: ada.accountId });
/** Left half red, right half blue; with a place in its metadata, which nobody else is meant to learn. */
const photo = async () => {
  const half = (background: string) => ({ create: { width: 300, height: 300, channels: 3 as const, background } });
  const blue = await sharp(half('#0000ff')).png().toBuffer();
  return sharp({ create: { width: 600, height: 300, channels: 3, background: '#ff0000' } })
    .composite([{ input: blue, left: 300, top: 0 }])
    .jpeg()
    .withExif({ IFD0: { ImageDescription: 'at home' } })
    .toBuffer();
};

test('a profile is what the identity provider said', async () => {
  expect(await read()).toMatchObject({
    email: 'ada@profile.example',
    firstName: 'Test',
    lastName: 'Person',
    provider: 'issuer.example',
    roles: ['tenant.user'],
    groups: ['Lending'],
    attributes: { branch: ['12'] },
    picture: null,
  });
});

test('an uploaded picture is a small square of its pixels alone, which avatars show, and is removed', async () => {
  const response = await upload(await photo());
  expect(response.status, await response.clone().text()).toBe(200);
  const { picture: address } = (await response.json()) as Profile;
  expect(address).toMatch(new RegExp(`^/api/v1/people/${ada.accountId}/picture\\?v=[0-9a-f]{16}$`));
  const shown = await picture(ada);
  expect(shown.headers.get('content-type')).toBe('image/jpeg');
  const bytes = Buffer.from(await shown.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 256, height: 256 });
  expect(bytes.toString('latin1')).not.toContain('at home');
  const session = await portal.fetch('GET /api/v1/session', { cookie: ada.cookie });
  expect(((await session.json()) as Session).account.avatar).toBe(address);
  const people = await portal.fetch('GET /api/apps/chat/contacts', { cookie: colleague.cookie });
  expect(await people.json()).toContainEqual(expect.objectContaining({ id: ada.accountId, avatar: address }));
  const removed = await portal.fetch('DELETE /api/v1/account/picture', { cookie: ada.cookie });
  expect(((await removed.json()) as Profile).picture).toBeNull();
  expect((await picture(ada)).status).toBe(404);
});

test('people of the same tenant see it; others get what they get for nobody', async () => {
  await upload(await photo());
  expect((await picture(colleague)).status).toBe(200);
  expect((await picture(stranger)).status).toBe(404);
  const { alder, birch } = portal.tenants;
  const support = (enter: string) =>
    portal.signIn({ email: `${enter}@support.example`, roles: ['global.support'], enter });
  expect((await picture(await support(alder))).status).toBe(200);
  expect((await picture(await support(birch))).status).toBe(404);
});

test('what is no picture is refused, and the one that is there stays', async () => {
  await upload(await photo());
  const before = await read();
  for (const bad of [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), Buffer.alloc(4 * 1024 * 1024 + 1)]) {
    const response = await upload(bad);
    expect(response.status).toBe(400);
    expect(((await response.json()) as ErrorBody).error.details?.map(({ field }) => field)).toEqual(['data']);
  }
  expect(await read()).toEqual(before);
});
