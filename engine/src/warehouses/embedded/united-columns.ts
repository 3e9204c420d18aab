/** A column of a file, with the engine's name of its type. */
export interface FileColumn {
  name: string;
  type: string;
}

/** A file of a table, and its columns. */
export interface TableFile {
  file: string;
  columns: readonly FileColumn[];
}

/** A column of a table whose rows are in several files. */
export interface UnitedColumn {
  /** As the first file that has it spells it. */
  name: string;
  /** Holds the values of all files. */
  type: string;
  /** How each file spells it; null where the file lacks it. */
  spelled: (string | null)[];
}

/** Whole numbers, from the narrowest to the widest. */
const SIGNED = ['TINYINT', 'SMALLINT', 'INTEGER', 'BIGINT', 'HUGEINT'];
const UNSIGNED = ['UTINYINT', 'USMALLINT', 'UINTEGER', 'UBIGINT', 'UHUGEINT'];
const FLOATS = new Set(['FLOAT', 'DOUBLE']);
const TIMES = new Set(['DATE', 'TIMESTAMP_S', 'TIMESTAMP_MS', 'TIMESTAMP', 'TIMESTAMP_NS']);

const isDecimal = (type: string) => type.startsWith('DECIMAL');
export const isWhole = (type: string) => SIGNED.includes(type) || UNSIGNED.includes(type);
export const isFloat = (type: string) => FLOATS.has(type);
export const isNumber = (type: string) => isWhole(type) || isDecimal(type) || isFloat(type);
const scaleOf = (type: string) => Number(/,\s*(\d+)\)/.exec(type)?.[1] ?? 0);

function widest(order: readonly string[], types: readonly string[]): string {
  return order[Math.max(...types.map((type) => order.indexOf(type)))]!;
}

/** The narrowest type that holds the values of all types; null where text, numbers, dates or others meet. */
export function widerType(types: readonly string[]): string | null {
  if (new Set(types).size === 1) return types[0]!;
  if (types.every((type) => SIGNED.includes(type))) return widest(SIGNED, types);
  if (types.every((type) => UNSIGNED.includes(type))) return widest(UNSIGNED, types);
  if (types.every(isWhole)) return 'HUGEINT';
  if (types.every((type) => isWhole(type) || isDecimal(type))) return `DECIMAL(38,${Math.max(...types.map(scaleOf))})`;
  if (types.every(isNumber)) return 'DOUBLE';
  return types.every((type) => TIMES.has(type)) ? 'TIMESTAMP' : null;
}

function phraseOf(type: string): string {
  if (isNumber(type)) return 'a number';
  if (TIMES.has(type)) return type === 'DATE' ? 'a date' : 'a time';
  return type === 'VARCHAR' ? 'text' : type === 'BOOLEAN' ? 'true or false' : `of the type ${type}`;
}

/** The first two files whose types of a column do not fit each other. */
function conflictIn(files: readonly TableFile[], typed: readonly { type: string; file: number }[]): string {
  const [first] = typed;
  const other = typed.find(({ type }) => widerType([first!.type, type]) === null) ?? typed.at(-1)!;
  return `${phraseOf(first!.type)} in ${files[first!.file]!.file} and ${phraseOf(other.type)} in ${files[other.file]!.file}`;
}

/**
 * The columns of all files of a table, united by name without regard to case. Throws an `Error` with file, column and
 * remedy where a column's types cannot be united.
 */
export function uniteColumns(table: string, files: readonly TableFile[]): UnitedColumn[] {
  const names = new Map<string, string>();
  for (const { columns } of files)
    for (const { name } of columns) if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
  return [...names].map(([key, name]) => {
    const found = files.map(({ columns }) => columns.find((column) => column.name.toLowerCase() === key) ?? null);
    const typed = found.flatMap((column, file) => (column ? [{ type: column.type, file }] : []));
    const type = widerType(typed.map((item) => item.type));
    if (type === null)
      throw new Error(
        `The column '${name}' of ${table} is ${conflictIn(files, typed)}. Convert it in one of the files, so that ${table} has one type for it.`,
      );
    return { name, type, spelled: found.map((column) => column?.name ?? null) };
  });
}
