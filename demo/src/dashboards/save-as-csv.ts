import { type CsvTable, csvFile, download } from '@rise/shell/files';

/** Saves a table as a file named after it and the day. */
export function saveAsCsv(name: string, table: CsvTable): void {
  const day = new Date().toISOString().slice(0, 10);
  download(new Blob([csvFile(table)], { type: 'text/csv;charset=utf-8' }), `${name}-${day}.csv`);
}
