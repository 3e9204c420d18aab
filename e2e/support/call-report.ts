import { fileURLToPath } from 'node:url';
import { DuckDBInstance, type DuckDBConnection, type DuckDBValue } from '@duckdb/node-api';

/** Folder of the sample's files. */
export const SAMPLE = fileURLToPath(new URL('../../samples/ncua-2025q4', import.meta.url));
const TABLES = [
  'foicu',
  'fs220',
  'fs220a',
  'fs220b',
  'fs220h',
  'fs220l',
  'fs220n',
  'fs220p',
  'fs220q',
  'fs220r',
  'acctdesc',
];

/** The cards of the scorecard, each with its formula from the form's account codes, written independently of the model. */
export const CARDS = [
  { title: 'Assets', unit: 'currency', sql: 'sum(ACCT_010)' },
  { title: 'Members', unit: 'count', sql: 'sum(ACCT_083)' },
  {
    title: 'Net worth ratio',
    unit: 'percent',
    truncated: true,
    sql: 'sum(Acct_997)::DOUBLE / nullif(sum(ACCT_010), 0)',
  },
  { title: 'Delinquency', unit: 'percent', sql: 'sum(ACCT_041B)::DOUBLE / nullif(sum(ACCT_025B), 0)' },
  { title: 'Net charge-offs', unit: 'percent', sql: 'sum(ACCT_550 - ACCT_551)::DOUBLE / nullif(sum(ACCT_025B), 0)' },
  { title: 'Return on assets', unit: 'percent', sql: 'sum(Acct_661A)::DOUBLE / nullif(sum(ACCT_010), 0)' },
  { title: 'Net interest margin', unit: 'percent', sql: 'sum(ACCT_115 - ACCT_350)::DOUBLE / nullif(sum(ACCT_010), 0)' },
  {
    title: 'Efficiency',
    unit: 'percent',
    sql: 'sum(ACCT_671)::DOUBLE / nullif(sum(ACCT_115 - ACCT_350 + ACCT_117), 0)',
  },
  { title: 'Cost of funds', unit: 'percent', sql: 'sum(ACCT_350)::DOUBLE / nullif(sum(ACCT_018 + ACCT_860C), 0)' },
  { title: 'Loan-to-share', unit: 'percent', sql: 'sum(ACCT_025B)::DOUBLE / nullif(sum(ACCT_018), 0)' },
] as const;
export type Card = (typeof CARDS)[number];

export interface PeerComparison {
  value: number | null;
  median: number | null;
  peers: number;
  /** 0–100: share of the other peers with a smaller value; those with the same value count half. */
  percentile: number | null;
}

/** The NCUA files as delivered, read by a separate DuckDB: an independent reference for the product's figures. */
export class CallReport {
  readonly #connection: DuckDBConnection;
  private constructor(connection: DuckDBConnection) {
    this.#connection = connection;
  }

  static async open(): Promise<CallReport> {
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run(`CREATE VIEW cu AS SELECT * FROM '${SAMPLE}/foicu.parquet'
      JOIN (SELECT * EXCLUDE (CYCLE_DATE, JOIN_NUMBER) FROM '${SAMPLE}/fs220.parquet') USING (CU_NUMBER)
      JOIN (SELECT * EXCLUDE (CYCLE_DATE, JOIN_NUMBER) FROM '${SAMPLE}/fs220a.parquet') USING (CU_NUMBER)`);
    return new CallReport(connection);
  }

  async rows(sql: string, values: DuckDBValue[] = []): Promise<Record<string, unknown>[]> {
    return (await this.#connection.runAndReadAll(sql, values)).getRowObjectsJson() as Record<string, unknown>[];
  }

  /** Charter numbers of the smallest and the largest institution and of those at even steps between. */
  async chartersOfAllSizes(steps: number): Promise<string[]> {
    const rows = await this.rows(`
      SELECT CU_NUMBER::VARCHAR AS charter FROM cu
      WHERE ACCT_010 > 0 AND ACCT_025B > 0 AND ACCT_018 > 0 ORDER BY ACCT_010, CU_NUMBER`);
    return Array.from({ length: steps + 1 }, (_, step) => {
      const index = Math.floor((step * (rows.length - 1)) / steps);
      return String(rows[index]!['charter']);
    });
  }

  /**
   * The condition of an institution's default peers: its own peer group, and federally insured only where it is so
   * itself.
   */
  async defaultPeersOf(charter: string): Promise<string> {
    const [own] = await this.rows('SELECT Peer_Group AS peers, CU_TYPE AS type FROM cu WHERE CU_NUMBER = $1', [
      charter,
    ]);
    const insured = Number(own!['type']) <= 2 ? ' AND CU_TYPE IN (1, 2)' : '';
    return `Peer_Group = ${String(own!['peers'])}${insured}`;
  }

  /** One institution's figure compared with those of its peers. */
  async compareWithPeers(card: Card, charter: string, where = 'TRUE'): Promise<PeerComparison> {
    const [row] = await this.rows(
      `WITH figures AS (SELECT CU_NUMBER::VARCHAR AS charter, ${card.sql} AS value FROM cu WHERE ${where} GROUP BY 1),
            own AS (SELECT value FROM figures WHERE charter = $1),
            others AS (SELECT value FROM figures WHERE charter <> $1 AND value IS NOT NULL)
       SELECT (SELECT value FROM own)::DOUBLE AS value,
              (SELECT median(value) FROM figures)::DOUBLE AS median,
              (SELECT count(value) FROM figures)::INTEGER AS peers,
              (SELECT 100 * avg(CASE WHEN others.value < own.value THEN 1.0 WHEN others.value = own.value THEN 0.5 ELSE 0 END)
               FROM others, own)::DOUBLE AS percentile`,
      [charter],
    );
    return row as unknown as PeerComparison;
  }

  /** A figure over all institutions that match. */
  async total(sql: string, where = 'TRUE'): Promise<unknown> {
    return (await this.rows(`SELECT ${sql} AS total FROM cu WHERE ${where}`))[0]!['total'];
  }

  /** Runs SQL of the product against the files, in place of a tenant's warehouse. */
  async runAsWarehouse(sql: string, parameters: DuckDBValue[], tenant: string): Promise<Record<string, unknown>[]> {
    const warehouse = await (await DuckDBInstance.create(':memory:')).connect();
    for (const table of TABLES)
      await warehouse.run(
        `CREATE VIEW ${table} AS SELECT '${tenant}' AS tenant_id, * FROM '${SAMPLE}/${table}.parquet'`,
      );
    return (await warehouse.runAndReadAll(sql, parameters)).getRowObjectsJson() as Record<string, unknown>[];
  }
}

/** Formats a figure as a card does. */
export function formatFigure(value: number | null, { unit, ...card }: Card, locale = 'en-US'): string {
  if (value === null) return '–';
  const fraction =
    unit === 'percent' ? { minimumFractionDigits: 2, maximumFractionDigits: 2 } : { maximumFractionDigits: 0 };
  return new Intl.NumberFormat(locale, {
    style: unit === 'count' ? 'decimal' : unit,
    ...(unit === 'currency' && { currency: 'USD', currencyDisplay: 'narrowSymbol' }),
    ...(unit !== 'percent' && Math.abs(value) >= 1000
      ? { notation: 'compact', maximumSignificantDigits: 3 }
      : fraction),
    roundingMode: 'truncated' in card ? 'trunc' : 'halfExpand',
  })
    .format(value)
    .replace('-', '−');
}
