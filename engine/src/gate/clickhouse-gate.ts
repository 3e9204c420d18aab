import { createHmac, randomBytes } from 'node:crypto';
import { sql as fragment } from 'kysely';
import type { Sql } from '../dialects/dialect.ts';
import { refusedBy } from '../warehouses/clickhouse-server.ts';
import type { ServerSettings } from '../warehouses/server-settings.ts';
import type { Warehouse } from '../warehouses/warehouses.ts';
import { checkClickhouse, finderOf } from './check-clickhouse.ts';
import { faultOf, unreadable } from './clickhouse-faults.ts';
import { treeOf } from './clickhouse-nodes.ts';
import { placed, textOf, writtenPlace } from './clickhouse-text.ts';
import { placeIn, tokensOf } from './clickhouse-tokens.ts';
import { GateFault } from './gate-fault.ts';
import { unknownPart } from './refusals.ts';
import type { Nameable, SqlGate } from './sql-gate.ts';

/** More than any table has rows: a LIMIT that takes nothing away, below which nothing is computed. */
const FENCE = ' LIMIT 9223372036854775807';
const BEFORE = 'EXPLAIN AST SELECT * FROM (\n';
const SYNTAX = new Set(['62', '36', '57', '628', '306', '446']);

const folded = (name: string) => name;
const written = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : `\`${name}\``);

/**
 * ClickHouse warehouses. The server's own parser, which runs nothing, tells the statement's tree; each relation in it
 * has a name that nothing in the server has. Then, in the text that was parsed, each table's name is replaced by its
 * secured rows in brackets: what runs is what was checked.
 */
export function createClickhouseGate(
  server: ServerSettings,
  warehouse: Warehouse,
  /** What one statement may take of the server's memory. */
  memoryMb: number,
): SqlGate {
  const secret = randomBytes(32);
  const { dialect } = warehouse;
  const placedIn = (sql: string, tables: Nameable['tables']) => {
    const prefix = `r${createHmac('sha256', secret).update(sql).digest('hex').slice(0, 32)}`;
    const tokens = tokensOf(sql);
    const placeOf = finderOf(tokens, (at) => placeIn(sql, at));
    return { placeOf, text: placed(sql, tokens, tables, prefix) };
  };
  return {
    dialect,
    ground: {
      dialect,
      table: (name) => fragment.id(server.schema, name),
      // Where one server holds several tenants, their rows are there to be told of too.
      fence: (ruled) => fragment.raw(ruled || server.tenantColumn !== null ? FENCE : ''),
    },
    folded,
    written,
    async check(sql, nameable, signal) {
      const { text, placeOf } = placedIn(sql, nameable.tables);
      const statement = textOf(text);
      const explain = { sql: `${BEFORE}${statement}\n)`, parameters: [], types: ['string' as const], limit: null };
      const answer = await warehouse.query([explain], signal).catch((error: unknown) => {
        const refused = refusedBy(error);
        if (!refused) throw error;
        if (!SYNTAX.has(refused.code)) throw faultOf(refused, placeOf);
        const place = Number(/failed at position (\d+)/.exec(refused.message)?.[1] ?? Number.NaN) - 1;
        const bytes = Buffer.from(explain.sql);
        const inside = bytes.subarray(BEFORE.length, place).toString().length;
        if (Number.isNaN(place) || place < BEFORE.length || inside >= statement.length)
          throw unreadable(Number.isNaN(place) ? null : Buffer.byteLength(sql.trimEnd()), Number.isNaN(place) ? null : ''); // prettier-ignore
        const at = writtenPlace(text, inside);
        throw unreadable(placeIn(sql, at), /^\S{1,40}/.exec(sql.slice(at))?.[0] ?? '');
      });
      const lines = (JSON.parse(answer[0]!.rows) as [string][]).flatMap(([line]) => line.split('\n'));
      const root = treeOf(lines.filter((line) => line !== ''));
      if (!root) throw new GateFault(null, unknownPart('tree'));
      return checkClickhouse(root, text.relations, nameable, placeOf);
    },
    async run({ sql, used, limit }, signal) {
      const { text, placeOf } = placedIn(sql, new Map(used.map(({ name }) => [name, name])));
      const parts: Sql[] = text.pieces.map((piece) => {
        if ('written' in piece) return fragment.raw(piece.written);
        const table = used.find(({ name }) => name === text.relations.get(piece.relation));
        return table ? fragment`(${table.select(this.ground)})` : fragment.raw(piece.relation);
      });
      try {
        const statement = dialect.compile(fragment.join(parts, fragment.raw('')));
        return await warehouse.byHand!({ ...statement, limit, memoryMb }, signal);
      } catch (error) {
        const refused = refusedBy(error);
        throw refused ? faultOf(refused, placeOf) : error;
      }
    },
  };
}
