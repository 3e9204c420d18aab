import { borrowApplicationDatabase } from '../host/postgres/application-database.ts';
import { loadConfig } from '../host/config/config.ts';
import { ROOT } from '../host/config/paths.ts';
import { systemIn } from '../kernel/actor.ts';
import { Database } from '../kernel/database/database.ts';
import { indexEntries, type SearchEntry } from '../search/search-index.service.ts';
import { ensureTenant } from '../tenants/tenants.service.ts';

/**
 * Gives tenants `search-0`, `search-1` … the requested number of searchable reports, always the same ones:
 * `plant-search-entries.ts <tenants> <entries of each>`. For measurements; the data directory is RISE_DATA.
 */
const [tenants, entries] = process.argv.slice(2).map(Number) as [number, number];
const ABOUT =
  'loans shares deposits delinquency income assets members branches capital liquidity expenses recoveries'.split(' ');
const HOW = 'net gross total early annual monthly consumer commercial indirect secured regional rural urban'.split(' ');
const OF = 'vehicle mortgage card student business agricultural solar leisure housing bridge payday hardship'.split(
  ' ',
);
const WHERE = 'İstanbul Isparta Iğdır Ankara Denver Austin Boston Tampa Reno Fargo Omaha Tulsa Mesa Provo'.split(' ');
const BATCH = 1000;

function entry(n: number): SearchEntry {
  const pick = (words: string[], turn: number) => words[Math.floor(n / turn) % words.length]!;
  const [how, of, about, where] = [pick(HOW, 1), pick(OF, 7), pick(ABOUT, 31), pick(WHERE, 3)];
  return {
    id: `planted-${n}`,
    permission: 'report.read',
    title: { en: `${how} ${of} ${about}, ${where} ${n}`, tr: `${where} ${n} raporu` },
    detail: { en: `Where ${of} ${about} of ${where} stand beside those of the peers` },
    keywords: [`K${n}`],
    link: `/reports/planted-${n}`,
    icon: 'report',
  };
}

const postgres = await borrowApplicationDatabase(loadConfig(process.env, ROOT));
const database = new Database({ connection: { ...postgres.connection, max: 2 } });
try {
  for (let number = 0; number < tenants; number++) {
    const { tenant } = await ensureTenant(database, {
      slug: `search-${number}`,
      name: `Search ${number}`,
      supportAccess: 'always',
    });
    const known = await database.withTenant(
      systemIn(tenant.id),
      (tx) => tx.first<{ count: number }>`SELECT count(*) FROM search_entry WHERE tenant_id = ${tx.tenantId}`,
    );
    for (let first = known!.count; first < entries; first += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, entries - first) }, (_, index) => entry(first + index));
      await database.withTenant(systemIn(tenant.id), (tx) => indexEntries(tx, 'reports', batch));
    }
  }
} finally {
  await database.close();
  await postgres.stop();
}
