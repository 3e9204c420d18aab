/** A statement that inserts rows of the tenant alder: `insert('branch', [1, 'Oak'], [2, null])`. */
export const insert = (table: string, ...rows: (string | number | null)[][]): string =>
  `INSERT INTO ${table} VALUES ${rows.map((row) => `('alder', ${row.map(literal).join(', ')})`).join(', ')}`;

const literal = (cell: string | number | null) => (typeof cell === 'string' ? `'${cell}'` : String(cell));
