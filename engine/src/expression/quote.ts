/** An SQL identifier in double quotes, as in the standard, PostgreSQL, DuckDB, Trino and Snowflake. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** An SQL text literal, as in the standard: a backslash is an ordinary character. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
