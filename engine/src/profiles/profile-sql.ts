import { sql } from 'kysely';
import { PROFILE_TEXT } from '@rise/contract/profile-text';
import type { Sql } from '../dialects/dialect.ts';
import { valuesOf, valuesOfBlocks } from './profile-source.ts';
import type { ProfileSource } from './profile-source.ts';

/** Rows of a sample: as many as a reservoir draws from 10 million rows in a quarter of a second. */
const SAMPLE_ROWS = 25_000;
/** Up to this many rows a table is taken whole: that takes no longer. */
const WHOLE_ROWS = 50_000;

/** Rows that are drawn from a table; `rows`: of the table, or null if they are not counted. */
export const sampleOf = (rows: number | null): number =>
  rows !== null && rows <= WHOLE_ROWS ? WHOLE_ROWS : SAMPLE_ROWS;

/** Texts whose shapes are found where not all are: replacing each character by its kind takes long. */
const SHAPED_ROWS = 5000;
/** Quantiles, in the order in which they are read. */
export const SHARES = [0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99];
/** Bins between the first and the last quantile. */
export const BINS = 20;

/** How the details of a column are computed. */
export interface Detail {
  /** Whether each distinct value is counted. */
  grouped: boolean;
  /** Whether shapes of texts are of all values, and not of a sample. */
  allPatterns: boolean;
  /** Sorting many rows takes longer than all the rest; of few distinct values quantiles are exact without it. */
  quantiles: 'sorted' | 'of-groups' | 'approximate';
}

const text = (value: Sql): Sql => sql`left(CAST(${value} AS VARCHAR), ${sql.lit(PROFILE_TEXT)})`;
const ofRows = (name: string) => sql.raw(name);
/** Space, tab, line ends and the no-break space. */
const SPACES = ["' '", 'chr(9)', 'chr(10)', 'chr(13)', 'chr(160)'];
/**
 * The text without spaces around it. Trimming is slow, and hardly any text needs it; those that begin with a space or
 * another sign before '!' are found by one comparison.
 */
const TRIMMED = sql.raw(
  `CASE WHEN v < '!' OR starts_with(v, chr(160)) OR ${SPACES.map((space) => `ends_with(v, ${space})`).join(' OR ')} THEN trim(v, concat(${SPACES.join(', ')})) ELSE v END`,
);

const mayBeInfinite = ({ kind, finite }: ProfileSource) => kind === 'number' && finite !== true;

/** A SELECT of rows, values, distinct values (approximately), least and greatest value, as JSON. */
export function basicsSql(source: ProfileSource): Sql {
  const finite = mayBeInfinite(source) ? sql.raw(' FILTER (isfinite(CAST(v AS DOUBLE)))') : sql.raw('');
  return sql`SELECT CAST(to_json({'rows': count(*), 'filled': count(v), 'distinct': approx_count_distinct(v), 'min': ${text(sql`min(v)${finite}`)}, 'max': ${text(sql`max(v)${finite}`)}}) AS VARCHAR) FROM ${valuesOf(source)}`;
}

/** A SELECT of everything else, as JSON. */
export function detailsSql(source: ProfileSource, detail: Detail): Sql {
  const parts = [...(detail.grouped ? [groupedParts()] : []), ...kindParts(source, detail)];
  const tables = [
    sql`r AS NOT MATERIALIZED (SELECT v FROM ${valuesOf(source)})`,
    ...(detail.grouped ? [sql`g AS MATERIALIZED (SELECT v, count(*) AS n FROM r WHERE v IS NOT NULL GROUP BY v)`] : []),
    ...parts.flatMap(({ tables: own }) => own),
  ];
  const members = parts.flatMap(({ members: own }) => own);
  if (members.length === 0) return sql`SELECT '{}'`;
  return sql`WITH ${sql.join(tables)} SELECT CAST(to_json({${sql.join(members)}}) AS VARCHAR)`;
}

/** Common table expressions, and members of the result that read them. */
interface Part {
  tables: Sql[];
  members: Sql[];
}

function kindParts(source: ProfileSource, detail: Detail): Part[] {
  switch (source.kind) {
    case 'number':
      return [numberPart(source, detail)];
    case 'date':
      return [datePart(detail)];
    case 'text':
      return [textPart(detail)];
    case 'boolean':
    case 'other':
      return [];
  }
}

const pairs = (from: Sql): Sql => sql`(SELECT list({'value': value, 'rows': rows}) FROM (${from}))`;

function groupedParts(): Part {
  const first = sql`SELECT ${text(sql`v`)} AS value, n AS rows FROM g ORDER BY n DESC, v LIMIT 10`;
  return { tables: [], members: [sql`'distinct': (SELECT count(*) FROM g)`, sql`'top': ${pairs(first)}`] };
}

/** Exact quantiles of values that occur several times, interpolated as DuckDB's quantile_cont does. */
function quantilesOfGroups(): Sql {
  const at = (index: string) => sql.raw(`min(x) FILTER (upto > ${index})`);
  const values = SHARES.map((share) => {
    const place = `(total - 1) * ${share}`;
    return sql`${at(`floor(${place})`)} + (any_value(${sql.raw(place)}) - floor(any_value(${sql.raw(place)}))) * (${at(`ceil(${place})`)} - ${at(`floor(${place})`)})`;
  });
  return sql`SELECT [${sql.join(values)}] AS q FROM (SELECT x, sum(n) OVER (ORDER BY x) AS upto, sum(n) OVER () AS total FROM x) HAVING count(*) > 0`;
}

/** The bin of x: -1 below the first quantile, `BINS` above the last. */
const BIN = sql.raw(
  `CASE WHEN x = high THEN CASE WHEN low = high THEN 0 ELSE ${BINS - 1} END ELSE CAST(floor(least(greatest((x - low) / span * ${BINS}, -1), ${BINS})) AS TINYINT) END`,
);
/** Quantiles with what bins are computed of. Where all values are one, any distance to it is far. */
const BOUNDS = sql.raw(
  `SELECT q, q[1] AS low, q[${SHARES.length}] AS high, CASE WHEN q[1] = q[${SHARES.length}] THEN 1e-300 ELSE q[${SHARES.length}] - q[1] END AS span`,
);

function numberPart(source: ProfileSource, { grouped, quantiles: how }: Detail): Part {
  const shares = sql.raw(`[${SHARES.join(', ')}]`);
  const isValue = sql.raw(mayBeInfinite(source) ? 'v IS NOT NULL AND isfinite(CAST(v AS DOUBLE))' : 'v IS NOT NULL');
  const values = how === 'approximate' ? valuesOfBlocks(source) : sql.raw('r');
  const every = sql`(SELECT CAST(v AS DOUBLE) AS x FROM ${values} WHERE ${isValue})`;
  const quantiles =
    how === 'of-groups'
      ? quantilesOfGroups()
      : sql`SELECT ${sql.raw(how === 'sorted' ? 'quantile_cont' : 'approx_quantile')}(x, ${shares}) AS q FROM ${every} HAVING count(*) > 0`;
  const from = ofRows(grouped ? 'g' : 'r');
  const weight = ofRows(grouped ? 'n' : '1');
  const signs =
    grouped || mayBeInfinite(source)
      ? sql`SELECT sum(x * n) / sum(n) AS mean, coalesce(sum(n) FILTER (x = 0), 0) AS zeros, coalesce(sum(n) FILTER (x < 0), 0) AS negatives, coalesce(sum(n), 0) AS finite FROM x`
      : sql`SELECT avg(v) AS mean, count(*) FILTER (v = 0) AS zeros, count(*) FILTER (v < 0) AS negatives, count(v) AS finite FROM r`;
  return {
    tables: [
      sql`x AS (SELECT CAST(v AS DOUBLE) AS x, ${weight} AS n FROM ${from} WHERE ${isValue})`,
      sql`q AS MATERIALIZED (${BOUNDS} FROM (${quantiles}))`,
      sql`b AS (SELECT ${BIN} AS bin, sum(n) AS rows FROM x, q GROUP BY 1)`,
      sql`z AS (${signs})`,
    ],
    members: [
      sql`'number': (SELECT {'mean': CASE WHEN isfinite(mean) THEN mean END, 'zeros': zeros, 'negatives': negatives, 'finite': finite, 'quantiles': (SELECT q FROM q), 'bins': (SELECT list({'bin': bin, 'rows': rows}) FROM b)} FROM z)`,
    ],
  };
}

/** Days outside of these are no days of a business. */
const FIRST_DAY = sql.raw(`DATE '1900-01-01'`);
const DAY_AFTER = sql.raw(`DATE '2101-01-01'`);

function datePart({ grouped }: Detail): Part {
  const from = ofRows(grouped ? 'g' : 'r');
  const weight = ofRows(grouped ? 'n' : '1');
  const months = sql`SELECT CAST(CAST(date_trunc('month', day) AS DATE) AS VARCHAR) AS value, sum(n) AS rows FROM d WHERE day >= ${FIRST_DAY} AND day < ${DAY_AFTER} GROUP BY 1 ORDER BY 1`;
  const impossible = sql`(SELECT coalesce(sum(n), 0) FROM d WHERE day < ${FIRST_DAY} OR day >= ${DAY_AFTER})`;
  return {
    // By day first: there are few, and the month of a day takes long to write.
    tables: [sql`d AS MATERIALIZED (SELECT CAST(v AS DATE) AS day, sum(${weight}) AS n FROM ${from} GROUP BY 1)`],
    members: [sql`'date': {'months': ${pairs(months)}, 'impossible': ${impossible}}`],
  };
}

function textPart({ grouped, allPatterns }: Detail): Part {
  const weight = ofRows(grouped ? 'n' : '1');
  const rows = grouped ? sql`g` : sql`(SELECT v FROM r WHERE v IS NOT NULL)`;
  const count = (condition: Sql) => sql`coalesce(sum(${weight}) FILTER (${condition}), 0)`;
  const forms = sql`(SELECT {'empty': ${count(sql`v = ''`)}, 'blank': ${count(sql`v <> '' AND inner_text = ''`)}, 'padded': ${count(sql`inner_text <> '' AND inner_text <> v`)}, 'shortest': min(length(v)), 'longest': max(length(v))} FROM (SELECT *, ${TRIMMED} AS inner_text FROM ${rows}))`;
  const sampled = allPatterns
    ? sql`SELECT v, ${weight} AS n FROM ${rows}`
    : sql`SELECT v, 1 AS n FROM (SELECT v FROM r WHERE v IS NOT NULL USING SAMPLE reservoir(${sql.lit(SHAPED_ROWS)} ROWS))`;
  const shape = sql.raw(
    String.raw`regexp_replace(regexp_replace(regexp_replace(left(v, 60), '\p{Nd}', '9', 'g'), '\p{Lu}', 'A', 'g'), '\p{Ll}|\p{Lo}', 'a', 'g')`,
  );
  const patterns = sql`SELECT shape AS value, sum(n) AS rows FROM (SELECT ${shape} AS shape, n FROM (${sampled})) GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 10`;
  const folded = sql`f AS (SELECT lower(${TRIMMED}) AS k, v, n FROM g)`;
  const repeated = sql`w AS MATERIALIZED (SELECT k, sum(n) AS rows FROM f WHERE k <> '' GROUP BY k HAVING count(*) > 1)`;
  const variants = grouped
    ? sql`{'groups': (SELECT count(*) FROM w), 'examples': (SELECT list(forms[1:6] ORDER BY rows DESC, k) FROM (SELECT k, rows, list(left(v, 60) ORDER BY n DESC, v) AS forms FROM (SELECT * FROM w ORDER BY rows DESC, k LIMIT 5) JOIN f USING (k) GROUP BY k, rows))}`
    : sql`NULL`;
  return {
    tables: grouped ? [folded, repeated] : [],
    members: [sql`'text': ${forms}`, sql`'patterns': ${pairs(patterns)}`, sql`'variants': ${variants}`],
  };
}
