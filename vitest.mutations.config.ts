import { defineConfig } from 'vitest/config';
import { BUILT_ENTRIES, IN_PROCESS, PATIENCE } from './vitest.config.ts';

/** One change of a source file, made while it is loaded: the file itself stays as it is. */
interface Mutation {
  /** The end of its path. */
  readonly file: string;
  /** A regular expression. */
  readonly find: string;
  readonly replacement: string;
  /** Which of its places to change, from 0; null for all. */
  readonly place: number | null;
}

const mutation = JSON.parse(process.env['RISE_MUTATION'] ?? 'null') as Mutation | null;

function mutate({ find, replacement, place }: Mutation, code: string): string {
  let at = -1;
  return code.replaceAll(new RegExp(find, 'g'), (text) => {
    at += 1;
    return place === null || at === place ? replacement : text;
  });
}

/** For `npm run test:mutations`: tests of sources from which a guard was removed. */
export default defineConfig({
  resolve: { alias: [BUILT_ENTRIES, IN_PROCESS] },
  plugins: [
    {
      name: 'mutation',
      enforce: 'pre',
      transform(code, id) {
        if (!mutation || !id.split('?')[0]!.endsWith(mutation.file)) return null;
        return { code: mutate(mutation, code), map: null };
      },
    },
  ],
  test: {
    environment: 'node',
    include: ['{engine,server}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/*.engines.test.ts'],
    globalSetup: ['server/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: PATIENCE.hook,
  },
});
