interface PlainFunnel {
  /** A table, or a join. */
  from: string;
  key: string;
  time: string;
  /** Name and condition of each step. */
  steps: readonly (readonly [name: string, where: string])[];
  /** Which rows of the first step can be one. */
  starts?: string;
  withinDays?: number;
  by?: string;
}

/** A funnel in plain DuckDB SQL: each attempt step by step, by a look at all rows of its key, then the best of each key. */
export function plainFunnel({ from, key, time, steps, starts = 'TRUE', withinDays, by }: PlainFunnel): string {
  const [first, ...further] = steps;
  const member = by ?? 'NULL';
  const attempts = further.reduce(
    (before, [, where], place) =>
      `SELECT a.*, (SELECT min(${time}) FROM ${from} WHERE ${key} = a.k AND ${time} > a.t${place} AND ${where}) AS t${place + 1} FROM (${before}) a`,
    `SELECT ${key} AS k, ${time} AS t0, ${member} AS m FROM ${from} WHERE ${first![1]} AND ${starts} AND ${key} IS NOT NULL AND ${time} IS NOT NULL`,
  );
  const days = (since: string, until: string) => `date_diff('microsecond', CAST(${since} AS TIMESTAMP), CAST(${until} AS TIMESTAMP)) / 86400000000`; // prettier-ignore
  const inTime = further.map((_, place) => {
    const at = `t${place + 1}`;
    return withinDays === undefined ? at : `CASE WHEN ${days('t0', at)} <= ${withinDays} THEN ${at} END AS ${at}`;
  });
  const missing = further.map((_, place) => `CAST(t${place + 1} IS NULL AS INTEGER)`).join(' + ');
  const rows = steps.map(([name], place) => {
    const of = (at: number) => (at === 0 ? 'count(*)' : `count(t${at})`);
    const previous =
      place === 0
        ? 'NULL, NULL'
        : `${of(place)} / nullif(${of(place - 1)}, 0), median(${days(`t${place - 1}`, `t${place}`)})`;
    return `SELECT m, ${place} AS place, '${name}' AS step, ${of(place)} AS reached, ${of(place)} / nullif(count(*), 0) AS share, ${previous} FROM best GROUP BY ${by ? 'm' : 'ALL'}`;
  });
  return `WITH attempts AS (SELECT k, m, ${['t0', ...inTime].join(', ')} FROM (${attempts})),
    best AS (SELECT DISTINCT ON (k) * FROM attempts ORDER BY k, ${missing}, t0, m NULLS LAST)
    SELECT * EXCLUDE (place${by ? '' : ', m'}) FROM (${rows.join(' UNION ALL ')}) ORDER BY m NULLS LAST, place`;
}
