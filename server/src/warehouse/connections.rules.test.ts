import { warehouseSettings, type ServerWarehouseSettings } from '@rise/contract';
import { expect, test } from 'vitest';
import {
  engineSettings,
  hostOf,
  joinSecrets,
  rowsOf,
  sourceTitle,
  splitSecrets,
  toWarehouseConnection,
} from './connections.rules.ts';

const SNOWFLAKE = {
  engine: 'snowflake',
  account: 'acme-cedar_one',
  database: 'FIGURES',
  warehouse: 'SMALL',
  user: 'rise',
  privateKey: '-----BEGIN PRIVATE KEY-----\nx',
  passphrase: 'p',
};
const TRINO = {
  engine: 'trino',
  host: 'lake.example.org',
  catalog: 'figures',
  schema: 'reporting',
  user: 'rise',
  token: 'a.b.c',
};
const parsed = (settings: object) => warehouseSettings.parse(settings) as ServerWarehouseSettings;

test('a Snowflake connection uses its account’s host unless another is set', () => {
  const settings = parsed(SNOWFLAKE);
  expect(hostOf(settings)).toBe('acme-cedar-one.snowflakecomputing.com');
  expect(hostOf(parsed({ ...SNOWFLAKE, host: 'acme.privatelink.example.org' }))).toBe('acme.privatelink.example.org');
  expect(engineSettings(settings)).toMatchObject({
    engine: 'snowflake',
    port: 443,
    schema: 'PUBLIC',
    role: null,
    password: null,
    token: null,
    passphrase: 'p',
    tls: { ca: null },
  });
  expect(sourceTitle(settings)).toBe('Snowflake acme-cedar-one.snowflakecomputing.com/FIGURES.PUBLIC');
  expect(engineSettings(parsed(TRINO))).toMatchObject({
    engine: 'trino',
    port: 8443,
    catalog: 'figures',
    password: null,
    token: 'a.b.c',
  });
  expect(sourceTitle(parsed(TRINO))).toBe('Trino lake.example.org/figures.reporting');
});

test.each([SNOWFLAKE, TRINO])('secrets of any name are split off and restored: %j', (settings) => {
  const { plain, secrets } = splitSecrets(parsed(settings));
  expect(JSON.stringify(plain)).not.toMatch(/PRIVATE KEY|passphrase|a\.b\.c|token/);
  expect(joinSecrets(plain, secrets)).toEqual(parsed(settings));
  expect(joinSecrets(plain, {})).toEqual(settings === SNOWFLAKE ? null : expect.objectContaining({ engine: 'trino' }));
});

test.each<[object, string, RegExp]>([
  [{ ...SNOWFLAKE, privateKey: undefined, passphrase: undefined }, 'privateKey', /Enter exactly one of/],
  [{ ...SNOWFLAKE, password: 'x' }, 'privateKey', /Enter exactly one of/],
  [{ ...SNOWFLAKE, privateKey: undefined, password: 'x' }, 'passphrase', /requires a private key/],
  [{ ...SNOWFLAKE, privateKey: '/etc/key.pem' }, 'privateKey', /in PEM/],
  [{ ...SNOWFLAKE, account: 'https://acme' }, 'account', /acme-cedar/],
  [{ ...TRINO, password: 'x' }, 'token', /not both/],
  [{ ...TRINO, tls: 'off' }, 'tls', /without TLS/],
  [{ ...TRINO, catalog: undefined }, 'catalog', /string/],
])('rejects invalid settings: %j', (settings, field, message) => {
  const { error } = warehouseSettings.safeParse(settings);
  expect(error?.issues).toEqual([expect.objectContaining({ path: [field], message: expect.stringMatching(message) })]);
});

test('recognizes the same schema in different spellings', () => {
  const tenant = { id: 'x', slug: 'cedar' };
  const [one, other] = [TRINO, { ...TRINO, catalog: 'FIGURES', schema: 'Reporting' }].map((item) =>
    rowsOf(parsed(item), tenant),
  );
  expect(other).toEqual(one);
});

test.each(['snowflake', 'trino', 'postgres'])(
  'a connection to %s states whether it was tested on the vendor’s engine',
  (engine) => {
    const { proven, note } = toWarehouseConnection({ settings: { engine }, connectedAt: new Date(), tenantId: null });
    expect(proven).toBe(engine === 'postgres');
    if (proven) expect(note).toBeNull();
    else
      expect(note).toEqual({
        en: expect.stringContaining('Not tested on the vendor’s engine'),
        tr: expect.stringContaining('Sağlayıcının kendi motorunda test edilmedi'),
      });
  },
);
