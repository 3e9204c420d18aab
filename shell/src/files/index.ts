export { type CsvTable, csvFile, csvText } from './csv.ts';
export { download } from './download.ts';
