import type { Filter, Having, Period } from '@rise/contract';

/**
 * A query as one line of text, for comparison: parts in a fixed order, filters sorted.
 * `loans/loan_balance by branch where as_of@last:1:quarter; product=mortgage having loan_balance>5 order loan_balance desc limit 3`
 */
export function writeQuery(query: Record<string, unknown>, mainDataset: string): string {
  return write(query, mainDataset);
}

/** The limit of a query that names none. */
const ALL_ROWS = 1000;
const UNIT_MONTHS: Record<string, number> = { month: 1, quarter: 3, year: 12, fiscal_year: 12, fiscal_quarter: 3 };

/** The same with dates in place of relative periods, for data that ends with a year. */
export function withDates(text: string, year: number): string {
  return text.replaceAll(/@(?:last:(\d+)|current):(\w+)/g, (all, count: string | undefined, unit: string) => {
    const months = (UNIT_MONTHS[unit] ?? 0) * Number(count ?? 1);
    const from = new Date(Date.UTC(year, 12 - months, 1)).toISOString().slice(0, 10);
    return months === 0 ? all : `@${from}..${year}-12-31`;
  });
}

interface CustomInput {
  readonly name: string;
  readonly expression?: string;
  readonly measure?: string;
  readonly filter?: Filter;
}

function write(query: Record<string, unknown>, mainDataset: string): string {
  const prefix = query['dataset'] === mainDataset ? '' : `${String(query['dataset'])}/`;
  const where = writeFilters(query['filter'] as Filter | undefined);
  if (query['kind'] === 'benchmark')
    return `${prefix}benchmark ${String(query['by'] ?? 'entity')}=${String(query['member'])} of ${list(query['measures'])}${where}`;
  if (query['kind'] === 'distribution')
    return `${prefix}distribution ${String(query['measure'])}${query['by'] === undefined ? '' : ` by ${String(query['by'])}`}${where}`;
  const custom: (readonly [string, string])[] = [];
  for (const { name, expression, measure, filter } of (query['customMeasures'] ?? []) as CustomInput[]) {
    const parts = (expression ?? '').replaceAll(/\w+/g, (word) => custom.find(([own]) => own === word)?.[1] ?? word);
    custom.push([name, expression === undefined ? `[${measure}${writeFilters(filter)}]` : parts]);
  }
  const named = (name: string) => {
    const found = custom.find(([own]) => own === name);
    return found ? `(${found[1]})` : name;
  };
  const dimensions = ((query['dimensions'] ?? []) as (string | { field: string; grain: string })[]).map((item) =>
    typeof item === 'string' ? item : `${item.field}.${item.grain}`,
  );
  const order = ((query['order'] ?? []) as { field: string; direction: string }[])
    .map(({ field, direction }) => `${named(field)} ${direction}`)
    .join(', ');
  const top = query['top'] as
    | { dimension: string; measure: string; n: number; best: string; within: string[] }
    | undefined;
  const calculations = ((query['calculations'] ?? []) as Record<string, unknown>[]).map(writeCalculation);
  const isLimited = order !== '';
  return [
    `${prefix}${(query['measures'] as string[]).map(named).join(', ')}`,
    dimensions.length > 0 ? ` by ${dimensions.join(', ')}` : '',
    where,
    query['having'] ? ` having ${writeHaving(query['having'] as Having, named)}` : '',
    isLimited
      ? ` order ${order}${query['limit'] === undefined || query['limit'] === ALL_ROWS ? '' : ` limit ${String(query['limit'])}`}`
      : '',
    top ? ` top ${top.n} ${top.dimension} ${top.best} ${named(top.measure)} within ${top.within.join(', ')}` : '',
    query['totals'] === true ? ' totals' : '',
    query['subtotals'] ? ` subtotals ${(query['subtotals'] as string[][]).map((set) => set.join('+')).join(', ')}` : '',
    calculations.length > 0 ? ` calc ${calculations.join(', ')}` : '',
  ].join('');
}

const list = (names: unknown) => (names as string[]).join(', ');

function writeFilters(filter: Filter | undefined): string {
  if (!filter) return '';
  const all = 'all' in filter ? filter.all : [filter];
  return ` where ${all.map(writeFilter).toSorted().join('; ')}`;
}

function writeFilter(filter: Filter): string {
  if ('all' in filter) return filter.all.map(writeFilter).join('; ');
  if ('any' in filter) return filter.any.map(writeFilter).join(' or ');
  if ('not' in filter) return `not ${writeFilter(filter.not)}`;
  if ('during' in filter) return `${filter.field}@${writePeriod(filter.during)}`;
  if ('otherField' in filter) return `${filter.field} ${filter.op} ${filter.otherField}`;
  const values = filter.values.map(String).toSorted().join('|');
  const signs: Record<string, string> = {
    in: '=',
    notIn: '!=',
    gt: '>',
    gte: '>=',
    lt: '<',
    lte: '<=',
    isNull: ' is null',
    isNotNull: ' is not null',
  };
  return `${filter.field}${signs[filter.op] ?? ` ${filter.op} `}${values}`;
}

function writePeriod(period: Period): string {
  if ('last' in period) return `last:${period.last}:${period.unit}${period.including ? ':including' : ''}`;
  if ('current' in period) return `current:${period.current}`;
  return `${period.since ?? ''}..${period.until ?? ''}`;
}

function writeHaving(having: Having, named: (name: string) => string): string {
  if ('all' in having)
    return having.all
      .map((item) => writeHaving(item, named))
      .toSorted()
      .join(' and ');
  if ('any' in having) return having.any.map((item) => writeHaving(item, named)).join(' or ');
  if ('not' in having) return `not ${writeHaving(having.not, named)}`;
  const signs: Record<string, string> = { gt: '>', gte: '>=', lt: '<', lte: '<=', in: '=', notIn: '!=' };
  return `${named(having.measure)}${signs[having.op] ?? having.op}${having.values.join('|')}`;
}

function writeCalculation({ kind, measure, ...rest }: Record<string, unknown>): string {
  const extra = kind === 'accumulate' ? [rest['over']] : kind === 'compare' ? [rest['with'], rest['show']] : [];
  return `${String(kind)}(${[measure, ...extra].map((item) => (typeof item === 'object' ? JSON.stringify(item) : String(item))).join(',')})`;
}
