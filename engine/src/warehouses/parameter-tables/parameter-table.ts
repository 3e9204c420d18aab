import { PARAMETER_COLUMNS } from '../../plan/parameter-rows.ts';
import type { ParameterRow } from '../../plan/parameter-rows.ts';
import type { SettingsIssue } from '../servers/server-driver.ts';
import type { DriverOptions, ServerSettings } from '../servers/server-settings.ts';

/** The column by which the rows of tenants are distinguished. */
const TENANT_COLUMN = 'tenant_id';

/** All columns of the table, the tenant's first. */
export const TABLE_COLUMNS = { [TENANT_COLUMN]: 'string', ...PARAMETER_COLUMNS } as const;
export type TableColumn = keyof typeof TABLE_COLUMNS;
export const COLUMN_NAMES = Object.keys(TABLE_COLUMNS) as TableColumn[];
/** Columns without a value in some rows. */
const NULLABLE: ReadonlySet<TableColumn> = new Set(['number', 'day', 'valid_from', 'valid_until']);

type TableRow = { readonly [TENANT_COLUMN]: string } & ParameterRow;

/** A tenant's parameters, and the table of a server in which they take the place of the tenant's earlier ones. */
export interface ParameterWrite<Settings extends ServerSettings = ServerSettings> {
  /** Signs in with the user that may write the table. */
  readonly server: Settings;
  readonly schema: string;
  readonly table: string;
  /** Rows with this value in the tenant's column are replaced; no others are touched. */
  readonly tenant: string;
  readonly rows: readonly ParameterRow[];
  /** Finds out whether the rows could be written, and changes nothing. */
  readonly dryRun: boolean;
}

/** Writes parameters, again and again if need be; an issue with the reason and the remedy, or null. */
export type ParameterWriter<Settings extends ServerSettings> = (
  write: ParameterWrite<Settings>,
  options: DriverOptions,
) => Promise<SettingsIssue | null>;

export const rowsOfTable = ({ tenant, rows }: ParameterWrite): TableRow[] =>
  rows.map((row) => ({ [TENANT_COLUMN]: tenant, ...row }));

export type ColumnTypes = Record<(typeof TABLE_COLUMNS)[TableColumn], string>;

/** Definitions of all columns, for a statement that creates the table. */
export function columnDefinitions(
  types: ColumnTypes,
  define: (name: string, type: string, nullable: boolean) => string,
) {
  return COLUMN_NAMES.map((name) => define(name, types[TABLE_COLUMNS[name]], NULLABLE.has(name))).join(', ');
}

/** Statements for the warehouse's administrator: those that create the table, and those that grant the rights. */
export interface SetUp {
  readonly create: readonly string[];
  readonly grant: readonly string[];
}

const nameOf = ({ schema, table }: ParameterWrite) => `'${schema}.${table}'`;
/** On lines of their own, so that they can be copied. */
const script = (...statements: readonly string[]) => statements.map((statement) => `\n${statement};`).join('');

/** Characters of a server's message. */
const LONGEST_DETAIL = 300;
const short = (detail: string) => detail.replaceAll(/\s+/g, ' ').trim().slice(0, LONGEST_DETAIL);

export const tableIssues = {
  missing: (write: ParameterWrite, { create, grant }: SetUp): SettingsIssue => ({
    field: 'parameterTable',
    message: `There is no table ${nameOf(write)} that '${write.server.user}' may write. Have it created once.${script(...create, ...grant)}`,
  }),
  denied: (write: ParameterWrite, { grant }: SetUp): SettingsIssue => ({
    field: 'parameterTable',
    message: `'${write.server.user}' may not write the table ${nameOf(write)}. Have the rights granted.${script(...grant)}`,
  }),
  /** `detail`: what the server says. */
  differs: (write: ParameterWrite, { create, grant }: SetUp, detail: string): SettingsIssue => ({
    field: 'parameterTable',
    message: `The table ${nameOf(write)} has other columns than parameters need (${short(detail)}). Name another table, or have this one removed and created again.${script(...create, ...grant)}`,
  }),
  refused: (write: ParameterWrite, detail: string): SettingsIssue => ({
    field: 'parameterTable',
    message: `The warehouse refused to write the table ${nameOf(write)}: ${short(detail)}`,
  }),
};
