/**
 * Who may import whom. The arrows of docs/architecture.md, enforced:
 *   contract <- engine <- server;  contract, ui <- shell <- portal, demo;  e2e uses the contract's client;
 *   ui takes of the contract only values, such as the folding of text for search; server takes of ui and portal only
 *   what has its own entry for print.
 */
const PRINTED = ['ui/src/charts/options\\.ts', 'portal/src/features/report/tiles/printed\\.ts'];
const packages = {
  contract: [],
  engine: ['contract'],
  // Print draws with the options of the page, and arranges results by its rules.
  server: ['contract', 'engine', ...PRINTED],
  // Rules about plain text only: what is on the wire has no place in drawing.
  ui: ['contract/src/values'],
  shell: ['contract', 'ui'],
  portal: ['contract', 'ui', 'shell'],
  demo: ['contract', 'ui', 'shell'],
  e2e: ['contract'],
};

const outsideOf = Object.entries(packages).map(([name, allowed]) => ({
  name: `${name}-imports-only-${allowed.map((path) => path.replaceAll(/\W+/g, '-')).join('-') || 'itself'}`,
  severity: 'error',
  from: { path: `^${name}/` },
  to: {
    path: `^(${Object.keys(packages).join('|')})/`,
    pathNot: `^(${[name, ...allowed].join('|')})(/|$)`,
  },
}));

/**
 * The folders of engine/src from the bottom up; each imports only those before it, types included, so there are no cycles.
 * `folder` is all of a folder that has no entry of its own; `folder/*` are the files that lie directly in it.
 */
const engineOrder = [
  'expression', // the formula language
  'model', // a semantic model, compiled
  'plan', // plans as plain data
  'planner/binding',
  'planner/fields',
  'planner/sources',
  'planner/measures',
  'planner/*', // semantic query -> plan
  'dialects', // where engines differ
  'sql/fragments',
  'sql/grouping',
  'sql/aggregates',
  'sql/peers',
  'sql/*', // plan -> SQL
  'results', // rows -> result
  'stream',
  'rollups/*',
  'rollups/suggestions',
  'checks', // what a schema cannot check of a model
  'yaml', // YAML -> checked data
  'ossie', // models in the format of Apache Ossie
  'documents', // documents -> model
  'files', // delimited text of unknown make
  'traffic',
  'profiles', // what columns are like
  'warehouses', // processes and servers that run SQL
  'requests', // what the services receive: query, model, version, reader
  'explain',
  'generate',
  'cache',
  'batches',
  'sql-validator',
  'tables', // tables row by row
  'services', // the parts of `Engine`
];
const engineFolder = (name) =>
  name.endsWith('/*') ? `^engine/src/${name.slice(0, -1)}[^/]+$` : `^engine/src/${name}/`;
const engineFolders = engineOrder.map((name, place) => ({
  name: `engine-${name.replace('/*', '').replace('/', '-')}-knows-only-folders-below`,
  severity: 'error',
  from: { path: engineFolder(name), pathNot: '\\.test\\.ts$' },
  to: {
    path: '^engine/src/',
    pathNot: ['^engine/src/errors\\.ts$', ...engineOrder.slice(0, place + 1).map(engineFolder)],
  },
}));

module.exports = {
  forbidden: [
    ...outsideOf,
    ...engineFolders,
    {
      name: 'engine-folders-have-a-place-in-the-order',
      severity: 'error',
      from: { path: '^engine/src/[^/]+/', pathNot: engineOrder.map(engineFolder) },
      to: {},
    },
    {
      name: 'through-the-front-door',
      comment: 'Another package is entered by its name and its exports, never by a path into its files.',
      severity: 'error',
      from: { path: '^([^/]+)/' },
      to: { path: '^(contract|engine|server|ui|shell|portal|demo|e2e)/', pathNot: '^$1/', dependencyTypes: ['local'] },
    },
    {
      name: 'only-print-draws-on-the-server',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/src/report-exports/' },
      to: { path: `^(${PRINTED.join('|')})$` },
    },
    {
      name: 'print-needs-no-browser',
      comment: 'What the server draws with has neither React nor styles behind it.',
      severity: 'error',
      from: { path: `^(${PRINTED.join('|')})$` },
      to: { path: '\\.(css|tsx)$|node_modules/(react|react-dom|@mantine|@tabler)/', reachable: true },
    },
    {
      name: 'portal-features-are-composed-by-app',
      severity: 'error',
      from: { path: '^portal/src/features/([^/]+)/' },
      to: { path: '^portal/src/features/', pathNot: '^portal/src/features/$1/' },
    },
    {
      name: 'portal-app-is-the-top',
      comment: 'The app composes features; neither they nor the shared code import it.',
      severity: 'error',
      from: { path: '^portal/src/(?!app/|main\\.tsx)' },
      to: { path: '^portal/src/app/' },
    },
    {
      name: 'portal-takes-the-contracts-types-only',
      comment: 'A value would bring the schemas and their library into the browser; the client needs none.',
      severity: 'error',
      from: { path: '^(portal|shell)/src/', pathNot: '\\.(test|fixture)\\.tsx?$' },
      to: { path: '^contract/src/index\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'demo-takes-values-from-its-own-part-of-the-contract',
      comment: 'The front of the contract would bring the portal’s schemas into the demo.',
      severity: 'error',
      from: { path: '^demo/src/', pathNot: '\\.test\\.ts$|/(conformance|testing)/|\\.cases\\.ts$' },
      to: { path: '^contract/src/index\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'demo-features-are-composed-by-app',
      comment: 'Demo features import neither each other nor the app.',
      severity: 'error',
      from: { path: '^demo/src/features/([^/]+)/' },
      to: { path: '^demo/src/(features/(?!$1/)|app/)' },
    },
    {
      name: 'demo-app-is-the-top',
      severity: 'error',
      from: { path: '^demo/src/(?!app/|features/|main\\.tsx)' },
      to: { path: '^demo/src/(app|features)/' },
    },
    {
      name: 'demo-simulation-knows-no-screen',
      comment: 'The simulation answers whoever asks, also where nothing is drawn.',
      severity: 'error',
      from: { path: '^demo/src/simulation/' },
      to: { path: '^(ui/|demo/src/(?!simulation/))' },
    },
    {
      name: 'portal-shared-code-knows-no-feature',
      severity: 'error',
      from: { path: '^portal/src/(?!app/|features/)' },
      to: { path: '^portal/src/features/' },
    },
    {
      name: 'slices-call-services-only',
      comment: 'A server slice may call another slice’s service; its SQL, policy and rules are its own.',
      severity: 'error',
      from: { path: '^server/src/([^/]+)/', pathNot: '\\.test\\.ts$|^server/src/(host|command-line|testing)/' },
      to: {
        path: '^server/src/(?!kernel/|testing/)[^/]+/.*\\.(sql|policy|rules|routes)\\.ts$',
        pathNot: '^server/src/$1/',
      },
    },
    {
      name: 'kernel-knows-no-slice',
      severity: 'error',
      from: { path: '^server/src/kernel/', pathNot: '\\.test\\.ts$' },
      to: { path: '^server/src/(?!kernel/)' },
    },
    {
      name: 'one-door-to-the-database',
      comment: 'Only the door itself and the host, which makes and migrates the database, may hold a driver.',
      severity: 'error',
      from: {
        path: '^server/src/',
        pathNot: '^server/src/(kernel/database/|host/|command-line/|testing/)|\\.test\\.ts$',
      },
      to: { path: 'node_modules/pg/' },
    },
    {
      name: 'opentelemetry-is-loaded-only-where-traces-are-on',
      comment: 'One module names its packages, and it is imported when it is needed.',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/host/tracing/opentelemetry\\.ts$|\\.test\\.ts$' },
      to: { path: 'node_modules/@opentelemetry/' },
    },
    {
      name: 'opentelemetry-is-imported-dynamically',
      severity: 'error',
      from: { path: '^server/src/' },
      to: { path: '^server/src/host/tracing/opentelemetry\\.ts$', dynamic: false },
    },
    {
      name: 'contract-is-zod-only',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: '\\.test\\.ts$' },
      to: { path: 'node_modules', pathNot: 'node_modules/zod/' },
    },
    {
      name: 'no-cycles',
      comment: 'Nor of types alone: what two files need of each other has a file of its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'product-needs-no-tests',
      severity: 'error',
      from: { pathNot: '\\.test\\.tsx?$|/testing/|/tests/|^e2e/' },
      to: { path: '\\.test\\.tsx?$|/testing/|/tests/' },
    },
    { name: 'nothing-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    parser: 'tsc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    // Our own builds only: most libraries lie in a folder of that name too, and must be seen. A peer's packages are
    // installed when it is measured.
    exclude: { path: '^[^/]+/dist/|^ui/gallery/|^e2e/bench/peer/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
    },
  },
};
