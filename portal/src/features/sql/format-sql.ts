/** The statement with lines and indents, in the engine's dialect. Throws for a text that cannot be read. */
export async function formatSql(sql: string): Promise<string> {
  const { duckdb, formatDialect } = await import('sql-formatter');
  return formatDialect(sql, {
    dialect: duckdb,
    keywordCase: 'upper',
    tabWidth: 2,
    paramTypes: { custom: [{ regex: String.raw`\{\{[ \t]*[A-Za-z_]\w*[ \t]*\}\}` }] },
  });
}
