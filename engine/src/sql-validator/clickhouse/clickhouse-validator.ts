import { createHmac, randomBytes } from 'node:crypto';
import { sql as fragment } from 'kysely';
import type { Dialect, Sql } from '../../dialects/dialect.ts';
import { rejectionOf } from '../../warehouses/servers/clickhouse/clickhouse-server.ts';
import type { RowsText } from '../../dialects/statement.ts';
import type { ServerSettings } from '../../warehouses/servers/server-settings.ts';
import type { Warehouse } from '../../warehouses/warehouses.ts';
import { checkClickhouse, finderOf } from './check-statement.ts';
import { syntaxError, validationErrorOf } from './errors.ts';
import { treeOf } from './nodes.ts';
import { placed, textOf, writtenPlace } from './statement-text.ts';
import { placeIn, tokensOf } from './tokens.ts';
import { SqlValidationError } from '../sql-validation-error.ts';
import { unknownPart } from '../messages.ts';
import type { PhysicalTables } from '../secured-tables.ts';
import type { AllowedNames, CheckedStatement, SqlValidator, ValidatedStatement } from '../sql-validator.ts';

/** A LIMIT larger than any table: it removes no rows, but keeps outer conditions from being evaluated below it. */
const FENCE = ' LIMIT 9223372036854775807';
const BEFORE = 'EXPLAIN AST SELECT * FROM (\n';
const SYNTAX = new Set(['62', '36', '57', '628', '306', '446']);

interface ClickhouseValidatorOptions {
  server: ServerSettings;
  warehouse: Warehouse;
  /** Memory limit of a statement on the server, in MB. */
  memoryMb: number;
}

/**
 * Validates statements for ClickHouse. The server's own parser returns the statement's tree without running it; in the
 * text it parses, each relation has a name that does not exist on the server. In that same text each table's name is
 * then replaced by a subquery for its secured rows, so the validated text is the one that runs.
 */
export class ClickhouseValidator implements SqlValidator {
  readonly dialect: Dialect;
  readonly tables: PhysicalTables;
  readonly #warehouse: Warehouse;
  readonly #memoryMb: number;
  readonly #secret = randomBytes(32);

  constructor({ server, warehouse, memoryMb }: ClickhouseValidatorOptions) {
    this.dialect = warehouse.dialect;
    this.#warehouse = warehouse;
    this.#memoryMb = memoryMb;
    this.tables = {
      dialect: this.dialect,
      table: (name) => fragment.id(server.schema, name),
      // On a server shared by several tenants, other tenants' rows could be exposed too.
      fence: (ruled) => fragment.raw(ruled || server.tenantColumn !== null ? FENCE : ''),
    };
  }

  fold(name: string): string {
    return name;
  }

  quote(name: string): string {
    return /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name}\``;
  }

  async validate(sql: string, names: AllowedNames, signal?: AbortSignal): Promise<CheckedStatement> {
    const { text, placeOf } = this.#replaceRelations(sql, names.tables);
    const statement = textOf(text);
    const explain = { sql: `${BEFORE}${statement}\n)`, parameters: [], types: ['string' as const], limit: null };
    const results = await this.#warehouse.query([explain], signal).catch((error: unknown) => {
      const rejection = rejectionOf(error);
      if (!rejection) throw error;
      if (!SYNTAX.has(rejection.code)) throw validationErrorOf(rejection, placeOf);
      throw syntaxErrorIn(sql, { text, statement, explained: explain.sql }, rejection.message);
    });
    const lines = (JSON.parse(results[0]!.rows) as [string][]).flatMap(([line]) => line.split('\n'));
    const root = treeOf(lines.filter((line) => line !== ''));
    if (!root) throw new SqlValidationError(null, unknownPart('tree'));
    return checkClickhouse(root, text.relations, names, placeOf);
  }

  async run({ sql, used, limit }: ValidatedStatement, signal?: AbortSignal): Promise<RowsText> {
    const { text, placeOf } = this.#replaceRelations(sql, new Map(used.map(({ name }) => [name, name])));
    const parts: Sql[] = text.pieces.map((piece) => {
      if ('written' in piece) return fragment.raw(piece.written);
      const table = used.find(({ name }) => name === text.relations.get(piece.relation));
      return table ? fragment`(${table.select(this.tables)})` : fragment.raw(piece.relation);
    });
    try {
      const statement = this.dialect.compile(fragment.join(parts, fragment.raw('')));
      return await this.#warehouse.runAdHoc!({ ...statement, limit, memoryMb: this.#memoryMb }, signal);
    } catch (error) {
      const rejection = rejectionOf(error);
      throw rejection ? validationErrorOf(rejection, placeOf) : error;
    }
  }

  #replaceRelations(sql: string, tables: AllowedNames['tables']) {
    const prefix = `r${createHmac('sha256', this.#secret).update(sql).digest('hex').slice(0, 32)}`;
    const tokens = tokensOf(sql);
    const placeOf = finderOf(tokens, (at) => placeIn(sql, at));
    return { placeOf, text: placed(sql, tokens, tables, prefix) };
  }
}

/** The parser's error, at its position in the author's text. */
function syntaxErrorIn(
  sql: string,
  { text, statement, explained }: { text: ReturnType<typeof placed>; statement: string; explained: string },
  message: string,
): SqlValidationError {
  const position = /failed at position (\d+)/.exec(message)?.[1];
  if (position === undefined) return syntaxError(null, null);
  const place = Number(position) - 1;
  const inside = Buffer.from(explained).subarray(BEFORE.length, place).toString().length;
  if (place < BEFORE.length || inside >= statement.length) return syntaxError(Buffer.byteLength(sql.trimEnd()), '');
  const at = writtenPlace(text, inside);
  return syntaxError(placeIn(sql, at), /^\S{1,40}/.exec(sql.slice(at))?.[0] ?? '');
}
