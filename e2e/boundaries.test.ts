import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');
interface Cruise {
  output: { summary: { violations: { rule: { name: string } }[] } };
}
type Cruiser = (folders: string[], options: object) => Promise<Cruise>;
type Options = (file: string) => Promise<object>;

let projects: string;
let cruise: Cruiser;
let optionsFrom: Options;

/** Loaded once and called as its command line does: for so few files most of the time would be its start. */
beforeAll(async () => {
  projects = mkdtempSync(join(tmpdir(), 'rise-boundaries-'));
  const part = (path: string) => pathToFileURL(join(ROOT, 'node_modules/dependency-cruiser/src', path)).href;
  ({ cruise } = (await import(part('main/index.mjs'))) as { cruise: Cruiser });
  ({ default: optionsFrom } = (await import(part('config-utl/extract-depcruise-options.mjs'))) as { default: Options });
});
afterAll(() => {
  process.chdir(ROOT);
  rmSync(projects, { recursive: true, force: true });
});

/** Cruises a project with the same rules and only these files; returns the names of the violated rules. */
async function findViolations(files: Record<string, string>): Promise<string[]> {
  // A new project each time: the cruiser caches what it resolves.
  const project = mkdtempSync(join(projects, 'project-'));
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
  for (const file of ['package.json', '.dependency-cruiser.cjs', 'tsconfig.base.json'])
    cpSync(join(ROOT, file), join(project, file));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
  const folders = [...new Set(Object.keys(files).map((path) => path.split('/')[0]!))];
  process.chdir(project);
  const { output } = await cruise(folders, {
    ...(await optionsFrom(join(project, '.dependency-cruiser.cjs'))),
    baseDir: project,
  });
  return [...new Set(output.summary.violations.map(({ rule }) => rule.name))].toSorted();
}

const VIOLATIONS: [string, Record<string, string>, string][] = [
  [
    'the portal reaching into the server',
    {
      'server/src/reports/reports.service.ts': 'export const reports = 1;',
      'portal/src/main.ts':
        "import { reports } from '../../server/src/reports/reports.service.ts';\nexport const x = reports;",
    },
    'portal-imports-only-contract-ui-shell',
  ],
  [
    'the engine knowing the server',
    {
      'server/src/a.ts': 'export const a = 1;',
      'engine/src/b.ts': "import { a } from '../../server/src/a.ts';\nexport const b = a;",
    },
    'engine-imports-only-contract',
  ],
  [
    'the shell knowing the portal',
    {
      'portal/src/a.ts': 'export const a = 1;',
      'shell/src/b.ts': "import { a } from '../../portal/src/a.ts';\nexport const b = a;",
    },
    'shell-imports-only-contract-ui',
  ],
  [
    'appearance knowing the wire',
    {
      'contract/src/routes.ts': 'export const routes = 1;',
      'ui/src/b.ts': "import { routes } from '../../contract/src/routes.ts';\nexport const b = routes;",
    },
    'ui-imports-only-contract-src-values',
  ],
  [
    'a package imported by a path into its files',
    {
      'contract/src/a.ts': 'export const a = 1;',
      'server/src/kernel/b.ts': "import { a } from '../../../contract/src/a.ts';\nexport const b = a;",
    },
    'through-the-front-door',
  ],
  [
    'a slice using another slice’s SQL',
    {
      'server/src/tenants/tenants.sql.ts': 'export const select = 1;',
      'server/src/reports/reports.service.ts':
        "import { select } from '../tenants/tenants.sql.ts';\nexport const x = select;",
    },
    'slices-call-services-only',
  ],
  [
    'the kernel knowing a slice',
    {
      'server/src/tenants/tenants.service.ts': 'export const tenants = 1;',
      'server/src/kernel/audit.ts':
        "import { tenants } from '../tenants/tenants.service.ts';\nexport const x = tenants;",
    },
    'kernel-knows-no-slice',
  ],
  [
    'a second place with a database driver',
    { 'server/src/reports/reports.sql.ts': "import { Pool } from 'pg';\nexport const pool = new Pool();" },
    'one-door-to-the-database',
  ],
  [
    'a feature of the portal importing another',
    {
      'portal/src/features/home/home.page.ts': 'export const home = 1;',
      'portal/src/features/user/user.page.ts': "import { home } from '../home/home.page.ts';\nexport const x = home;",
    },
    'portal-features-are-composed-by-app',
  ],
  [
    'a feature of the portal knowing the app that composes it',
    {
      'portal/src/app/shell.ts': 'export const shell = 1;',
      'portal/src/features/home/home.page.ts': "import { shell } from '../../app/shell.ts';\nexport const x = shell;",
    },
    'portal-app-is-the-top',
  ],
  [
    'a schema in the browser',
    {
      'contract/src/index.ts': 'export const LAYOUTS = [1];',
      'portal/src/appearance/layout.ts':
        "import { LAYOUTS } from '../../../contract/src/index.ts';\nexport const x = LAYOUTS;",
    },
    'portal-takes-the-contracts-types-only',
  ],
  [
    'shared code of the portal knowing a feature',
    {
      'portal/src/features/home/home.page.ts': 'export const home = 1;',
      'portal/src/session/session.ts': "import { home } from '../features/home/home.page.ts';\nexport const x = home;",
    },
    'portal-shared-code-knows-no-feature',
  ],
  [
    'a library in the contract',
    { 'contract/src/a.ts': "import { parse } from 'yaml';\nexport const x = parse;" },
    'contract-is-zod-only',
  ],
  [
    'a cycle',
    {
      'engine/src/a.ts': "import { b } from './b.ts';\nexport const a = (): unknown => b;",
      'engine/src/b.ts': "import { a } from './a.ts';\nexport const b = (): unknown => a;",
    },
    'no-cycles',
  ],
  [
    'product code that imports tests',
    {
      'server/src/testing/portal.ts': 'export const portal = 1;',
      'server/src/host/main.ts': "import { portal } from '../testing/portal.ts';\nexport const x = portal;",
    },
    'product-needs-no-tests',
  ],
  [
    'the server reaching into the screens',
    {
      'portal/src/main.ts': 'export const x = 1;',
      'server/src/report-exports/print.ts': "import { x } from '../../../portal/src/main.ts';\nexport const y = x;",
    },
    'server-imports-only-contract-engine-ui-src-charts-options-ts-portal-src-features-report-tiles-printed-ts',
  ],
  [
    'charts on the server outside of print',
    {
      'ui/src/charts/options.ts': 'export const x = 1;',
      'server/src/reports/a.ts': "import { x } from '../../../ui/src/charts/options.ts';\nexport const y = x;",
    },
    'only-print-draws-on-the-server',
  ],
  [
    'React behind what print draws with',
    {
      'ui/src/charts/options.ts': "import { x } from './a.ts';\nexport const y = x;",
      'ui/src/charts/a.ts': "import { useState } from 'react';\nexport const x = useState;",
    },
    'print-needs-no-browser',
  ],
  ['an import that cannot be resolved', { 'engine/src/a.ts': "import './nowhere.ts';" }, 'nothing-unresolved'],
];

describe('the rules for imports', () => {
  test.each(VIOLATIONS)('refuse %s', async (_, files, rule) => {
    expect(await findViolations(files)).toContain(rule);
  });

  test('allow the intended imports', async () => {
    const rules = await findViolations({
      'server/src/tenants/tenants.service.ts': 'export const tenants = 1;',
      'server/src/reports/reports.service.ts':
        "import { tenants } from '../tenants/tenants.service.ts';\nexport const x = tenants;",
      'server/src/kernel/database/database.ts': "import { Pool } from 'pg';\nexport const pool = Pool;",
      'portal/src/features/home/home.page.ts': "import { link } from '../../routing/link.ts';\nexport const x = link;",
      'portal/src/routing/link.ts': 'export const link = 1;',
    });
    expect(rules).toEqual([]);
  });
});

test('an unused file is found', () => {
  const planted = mkdtempSync(join(tmpdir(), 'rise-unused-'));
  try {
    writeFileSync(join(planted, 'package.json'), '{"name":"planted","type":"module","exports":"./index.ts"}');
    writeFileSync(join(planted, 'index.ts'), "import { used } from './used.ts';\nexport const x = used;\n");
    writeFileSync(join(planted, 'used.ts'), 'export const used = 1;\nexport const unused = 2;\n');
    writeFileSync(join(planted, 'forgotten.ts'), 'export const forgotten = 1;\n');
    symlinkSync(join(ROOT, 'node_modules'), join(planted, 'node_modules'));
    const { stdout, status } = spawnSync(process.execPath, [join(ROOT, 'node_modules/knip/bin/knip.js')], {
      cwd: planted,
      encoding: 'utf8',
    });
    expect(status).not.toBe(0);
    expect(stdout).toContain('forgotten.ts');
    expect(stdout).toMatch(/unused\s+used\.ts/);
  } finally {
    rmSync(planted, { recursive: true, force: true });
  }
});
