export { csvCell, spreadsheetSafe } from './cells.ts';
export { type CsvCell, type CsvTable, csvOf } from './csv.ts';
export { download } from './download.ts';
