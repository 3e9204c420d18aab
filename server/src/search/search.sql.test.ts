import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemIn, type TenantActor } from '../kernel/actor.ts';
import { ensureTenant } from '../tenants/tenants.service.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { indexEntries, removeEntry, replaceEntries, type SearchEntry } from './search-index.service.ts';
import { findEntries } from './search.sql.ts';

let fixture: TestDatabase;
let alder: TenantActor;
let birch: TenantActor;

beforeAll(async () => {
  fixture = await createTestDatabase();
  const tenant = async (slug: string) =>
    systemIn((await ensureTenant(fixture.database, { slug, name: slug })).tenant.id);
  [alder, birch] = [await tenant('alder'), await tenant('birch')];
});
afterAll(() => fixture?.close());

function entry(id: string, en: string, more: Partial<SearchEntry> = {}): SearchEntry {
  return { id, permission: 'report.read', title: { en }, link: `/${id}`, icon: 'report', ...more };
}
const write = (actor: TenantActor, ...entries: SearchEntry[]) =>
  fixture.database.withTenant(actor, (tx) => replaceEntries(tx, 'reports', entries));
const find = async (actor: TenantActor, query: string, permissions: string[] = ['report.read'], most = 5) =>
  (await fixture.database.withTenant(actor, (tx) => findEntries(tx, [query], permissions, most))).map(({ id }) => id);

test('an equal name ranks first, then name prefixes, words of names, and words of texts', async () => {
  await write(
    alder,
    entry('inside', 'Subloanst'),
    entry('text', 'Portfolio', { detail: { en: 'What members owe on loans' } }),
    entry('word', 'Vehicle loans'),
    entry('begins-long', 'Loans to members of the board'),
    entry('begins', 'Loans to members'),
    entry('same', 'Loans'),
    entry('else', 'Deposits'),
  );
  expect(await find(alder, 'loans', ['report.read'], 10)).toEqual(['same', 'begins', 'begins-long', 'word', 'text']);
  expect(await find(alder, 'LOANS  ', ['report.read'], 3)).toEqual(['same', 'begins', 'begins-long']);
});

test('every word has to match, in any order, by its prefix or its stem', async () => {
  await write(
    alder,
    entry('ratio', 'Delinquency ratio', { title: { en: 'Delinquency ratio', tr: 'Gecikme oranı' } }),
    entry('count', 'Delinquency count', { detail: { en: 'Counted monthly', tr: 'Kredilerin sayısı' } }),
  );
  expect(await find(alder, 'rat delinq')).toEqual(['ratio']);
  expect(await find(alder, 'delinquencies')).toEqual(['count', 'ratio']);
  expect(await find(alder, 'gecikme oranı')).toEqual(['ratio']);
  expect(await find(alder, 'GECIKME ORANI')).toEqual(['ratio']);
  expect(await find(alder, 'kredilerin')).toEqual(['count']);
  expect(await find(alder, 'kredi')).toEqual(['count']);
  expect(await find(alder, 'delinquency zebra')).toEqual([]);
});

test('where no word starts with it, parts of names match; where none contains it, typos are tolerated', async () => {
  await write(alder, entry('code', 'Loans', { keywords: ['041B'] }), entry('else', 'Subloans of 41 branches'));
  expect(await find(alder, '41b')).toEqual(['code']);
  expect(await find(alder, 'ubloa')).toEqual(['else']);
  expect(await find(alder, 'lona')).toEqual(['code']);
});

test('typos are tolerated, but every word has to be similar', async () => {
  await write(alder, entry('ratio', 'Delinquency ratio'), entry('else', 'Member growth'));
  expect(await find(alder, 'delinquincy')).toEqual(['ratio']);
  expect(await find(alder, 'membr grwth')).toEqual(['else']);
  expect(await find(alder, 'membr zebra')).toEqual([]);
});

test('the most similar word ranks first, and a code with a typo is a different code', async () => {
  await write(
    alder,
    entry('less', 'Loan', { keywords: ['K4711'] }),
    entry('more', 'Loans to everybody on the list', { keywords: ['K4712'] }),
    entry('text', 'Portfolio', { detail: { en: 'Loans of members' } }),
  );
  expect(await find(alder, 'loanss')).toEqual(['more', 'text', 'less']);
  expect(await find(alder, 'loanss k4711')).toEqual(['less']);
  expect(await find(alder, 'loanss k4713')).toEqual([]);
  expect(await find(alder, 'k4713')).toEqual([]);
});

test('words are removed with the last name that contains them', async () => {
  const known = async () => {
    const superuser = new Client({ connectionString: fixture.superuserUrl });
    await superuser.connect();
    const { rows } = await superuser.query<{ word: string }>(
      'SELECT word FROM search_word WHERE tenant_id = $1 ORDER BY 1',
      [alder.tenantId],
    );
    await superuser.end();
    return rows.map(({ word }) => word);
  };
  await write(alder, entry('one', 'Delinquency of Ada'), entry('two', 'Delinquency 2025'));
  expect(await known()).toEqual(['ada', 'delinquency']);
  await fixture.database.withTenant(alder, (tx) => removeEntry(tx, 'reports', 'one'));
  expect(await known()).toEqual(['delinquency']);
  await write(alder);
  expect(await known()).toEqual([]);
});

test.each([
  ['istanbul', 'İSTANBUL'],
  ['İSTANBUL', 'istanbul'],
  ['ISPARTA', 'ısparta'],
  ['ısparta', 'ISPARTA'],
  ['isp', 'Isparta şubesi'],
  ['subesi', 'Isparta şubesi'],
  ['cafe', 'Cafe\u0301'],
])('%s finds %s', async (query, title) => {
  await write(alder, entry('it', title), entry('else', 'Deposits'));
  expect(await find(alder, query)).toEqual(['it']);
});

test('synonyms and codes are names', async () => {
  await write(
    alder,
    entry('measure', 'Loans 60 days past due', { keywords: ['041B', 'bad loans'] }),
    entry('mentions', 'Delinquency', { detail: { en: 'Account 041B' } }),
  );
  expect(await find(alder, '041B')).toEqual(['measure', 'mentions']);
  expect(await find(alder, '041b')).toEqual(['measure', 'mentions']);
  expect(await find(alder, 'bad loans')).toEqual(['measure']);
});

describe('entries of others, and without permission', () => {
  test('another tenant’s entries are not found, not even by the search function itself', async () => {
    await write(alder, entry('secret', 'Merger with Cedar'));
    await write(birch, entry('own', 'Merger of branches'));
    expect(await find(alder, 'merger')).toEqual(['secret']);
    expect(await find(birch, 'merger')).toEqual(['own']);
    expect(await find(birch, 'cedar')).toEqual([]);
    const keys = await fixture.database.withTenant(
      birch,
      (tx) => tx.rows`SELECT id FROM rise_search('merger cedar', ARRAY['report.read'], 100)`,
    );
    expect(keys).toEqual([]);
  });

  test('the search function finds nothing in a global transaction', async () => {
    const keys = await fixture.database.withGlobal(
      alder,
      (tx) => tx.rows`SELECT id FROM rise_search('merger', ARRAY['report.read'], 100)`,
    );
    expect(keys).toEqual([]);
  });

  test('the public cannot call the search function, and one tenant cannot write another’s entries', async () => {
    const [rights] = await fixture.database.withTenant(
      birch,
      (tx) => tx.rows`
        SELECT bool_or(grantee = 0) AS public FROM pg_proc, aclexplode(proacl) WHERE proname = 'rise_search'`,
    );
    expect(rights).toEqual({ public: false });
    await expect(
      fixture.database.withTenant(
        birch,
        (tx) => tx.run`
          INSERT INTO search_entry (tenant_id, kind, id, permission, title)
          VALUES (${alder.tenantId}, 'reports', 'x', 'report.read', '{"en":"x"}')`,
      ),
    ).rejects.toThrow(/row-level security/);
  });

  test('an entry without permission is not found and does not take a place in the limit', async () => {
    await write(
      alder,
      entry('hidden-1', 'Audit', { permission: 'tenant.administer' }),
      entry('hidden-2', 'Audit', { permission: 'tenant.administer' }),
      entry('open', 'Audit of branches'),
    );
    expect(await find(alder, 'audit', ['report.read'], 1)).toEqual(['open']);
    expect(await find(alder, 'audit', ['report.read', 'tenant.administer'])).toEqual(['hidden-1', 'hidden-2', 'open']);
    expect(await find(alder, 'audit', [])).toEqual([]);
  });

  test('names without permission do not affect the results of a typo', async () => {
    const hidden = Array.from({ length: 40 }, (_, n) =>
      entry(`hidden-${n}`, `audits${inLetters(n)}`, { permission: 'tenant.administer' }),
    );
    await write(alder, ...hidden, entry('open', 'Audience'), entry('other', 'Deposits'));
    expect(await find(alder, 'audits mistaken')).toEqual([]);
    expect(await find(alder, 'auditn')).toEqual(['open']);
    expect(await find(alder, 'auditn', ['report.read', 'tenant.administer'], 50)).not.toContain('other');
    expect(await find(birch, 'auditn')).toEqual([]);
    await expect(fixture.database.withTenant(alder, (tx) => tx.rows`SELECT word FROM search_word`)).rejects.toThrow(
      /permission denied/,
    );
  });
});

test('data links to a permitted report that shows it, or else to one of its dataset', async () => {
  const { database } = fixture;
  await write(
    alder,
    entry('a-loans', 'Lending', { shows: ['core', 'core.loans'] }),
    entry('b-all', 'Everything', { shows: ['core', 'core.shares'], permission: 'tenant.administer' }),
  );
  await database.withTenant(alder, (tx) =>
    replaceEntries(tx, 'data', [
      { id: 'core.shares', permission: 'report.read', title: { en: 'Shares' }, icon: 'chart' },
      { id: 'other.shares', permission: 'report.read', title: { en: 'Shares' }, icon: 'chart' },
    ]),
  );
  const shown = async (permissions: string[]) =>
    (await database.withTenant(alder, (tx) => findEntries(tx, ['shares'], permissions, 5))).map(
      ({ shownAt }) => shownAt,
    );
  expect(await shown(['report.read'])).toEqual(['/a-loans', null]);
  expect(await shown(['report.read', 'tenant.administer'])).toEqual(['/b-all', null]);
});

test('changes and deletions take effect at once', async () => {
  const { database } = fixture;
  await write(alder, entry('it', 'Old name'));
  await database.withTenant(alder, (tx) => indexEntries(tx, 'reports', [entry('it', 'New title')]));
  expect([await find(alder, 'old name'), await find(alder, 'new title')]).toEqual([[], ['it']]);
  await database.withTenant(alder, (tx) => removeEntry(tx, 'reports', 'it'));
  expect(await find(alder, 'new title')).toEqual([]);
});

const MALICIOUS = [
  "'; DROP TABLE search_entry; --",
  "a' & !b | (c <-> d):*",
  '%%%%',
  '____',
  '\\\\',
  '"quoted" \'text\'',
  ':* & | ! ( ) <->',
  '{"$ne":null}',
  '👩🏽‍🚀🚀',
  '\u202egnirts\u202c مرحبا שלום',
  'ﷺ'.repeat(60),
  'a'.repeat(10_000),
  'ab '.repeat(3_000),
  '\ud800 lone',
  '-- /* */ $$ $1',
  '\u0001\u0002\u001f',
];

test.each(MALICIOUS)('%j is treated as text only', async (query) => {
  await write(alder, entry('plain', 'Plain report'));
  expect(await find(alder, query)).toEqual([]);
  expect(await find(alder, 'plain')).toEqual(['plain']);
});

test('wildcards of SQL match literally', async () => {
  await write(alder, entry('percent', '100% of A_B'), entry('else', '100 of AxB'));
  expect(await find(alder, '100%')).toEqual(['else', 'percent'].toSorted());
  expect(await find(alder, 'A_B')).toEqual(['percent']);
});

/** The plans of the search function's own statements, for a tenant's text. */
async function plans(actor: TenantActor, query: string): Promise<string> {
  const client = new Client({ connectionString: fixture.superuserUrl });
  await client.connect();
  const notices: string[] = [];
  client.on('notice', ({ message }) => notices.push(message ?? ''));
  try {
    await client.query(`LOAD 'auto_explain'; SET auto_explain.log_min_duration = 0; SET auto_explain.log_nested_statements = on;
      SET client_min_messages = log; SET rise.scope = 'tenant'; SET rise.tenant = '${actor.tenantId}'; SET ROLE rise_app`);
    await client.query(`SELECT * FROM rise_search($1, ARRAY['report.read'], 5)`, [query]);
  } finally {
    await client.end();
  }
  return notices.join('\n');
}

const inLetters = (n: number) => n.toString(8).replace(/\d/g, (digit) => 'bdfgmnpr'[Number(digit)]!.repeat(2));

test('with many entries of many tenants, the indexes are used, restricted to the tenant', async () => {
  const { database } = fixture;
  const nouns = ['loan', 'share', 'ratio', 'branch', 'asset', 'yield', 'margin', 'member'];
  const many = (tenant: string) =>
    Array.from({ length: 3000 }, (_, n) =>
      entry(`${tenant}-${n}`, `${nouns[n % 8]} ${nouns[(n >> 3) % 8]} of ${tenant} number ${n} ${inLetters(n)}`),
    );
  await write(alder, ...many('alder'), entry('needle', 'Xylophone quarterly'));
  await write(birch, ...many('birch'));
  const owner = new Client({ connectionString: fixture.ownerUrl });
  await owner.connect();
  await owner.query('VACUUM ANALYZE search_entry, search_word');
  await owner.end();

  const result = await plans(alder, 'ophone');
  const own = `\\(tenant_id = '${alder.tenantId}'::uuid\\)`;
  expect(result).toMatch(
    new RegExp(`Bitmap Index Scan on search_entry_terms.*\\n.*Index Cond: \\(${own} AND \\(terms @@`),
  );
  expect(result).toMatch(
    new RegExp(`Bitmap Index Scan on search_entry_names.*\\n.*Index Cond: \\(${own} AND \\(names ~~`),
  );
  expect(result).not.toContain('Seq Scan on search_entry');
  const alike = await plans(alder, 'xylofone');
  expect(alike).toMatch(
    new RegExp(`Bitmap Index Scan on search_word_alike.*\\n.*Index Cond: \\(${own} AND \\(word %>`),
  );
  expect(alike).not.toMatch(/Seq Scan on search_(entry|word)/);
  expect(await find(alder, 'xylofone')).toEqual(['needle']);
  // The result of the search function is then read by key, under the application's own policy.
  const read = await database.withTenant(
    alder,
    (tx) => tx.rows<{ 'QUERY PLAN': string }>`
      EXPLAIN SELECT e.title FROM rise_search('xylophone', ARRAY['report.read'], 5) s
      JOIN search_entry e ON e.tenant_id = ${alder.tenantId} AND e.kind = s.kind AND e.id = s.id`,
  );
  expect(read.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Scan using search_entry_pkey');
});
