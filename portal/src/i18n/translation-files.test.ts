import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const PORTAL = join(import.meta.dirname, '../..');
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** Texts that are the same in both languages. */
const SAME = new Set([
  'knowledge.sources.title',
  'knowledge.sources.kinds.cloud',
  'knowledge.sources.kinds.data-center',
  'figureQuery.sql',
  'report.alerts.status.ok',
  'report.alerts.now',
  'report.alerts.check',
  'report.alerts.checkValue',
  'configuration.proposals.decided',
  'dataView.about.nulls',
  'dataView.export.csv',
  'dataView.export.parquet',
  'dataView.export.xlsx',
  'dataView.marks.null',
  'dataView.profile.missing',
  'globalHome.lines.kind',
  'globalHome.lines.server',
  'home.data.versionNumber',
  'import.encodings.utf-16be',
  'import.encodings.utf-16le',
  'import.encodings.utf-8',
  'report.about.sql',
  'report.freeze.causes.model',
  'report.export.a4',
  'report.export.letter',
  'report.export.pptx',
  'report.export.xlsx',
  'report.peersLine.of',
  'organization.plan.title',
  'sources.fields.port',
  'sources.fields.warehouse',
  'sql.pageTitle',
  'tenantList.sqlAccess.label',
  'sql.title',
]);

/** Sentences, not names of buttons. */
const SENTENCES = new Set(['report.freeze.correctsNamed']);

type Texts = { [key: string]: string | Texts };
const load = (language: string) =>
  flatten(JSON.parse(readFileSync(join(PORTAL, `public/assets/i18n/${language}.json`), 'utf8')) as Texts);

function flatten(texts: Texts, before = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string' ? [[before + key, value] as const] : [...flatten(value, `${before}${key}.`)],
    ),
  );
}

const readSources = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
const sources = readSources(join(PORTAL, 'src'));

const en = load('en');
const tr = load('tr');
const sections = new Set([...en.keys()].map((key) => key.split('.')[0]!));
/** Every quoted text that starts like a key. */
const quoted = new Set([...sources.matchAll(/'([a-z]\w*(?:\.\w+)+)'/gi)].map(([, text]) => text!));
/** Values that a key can be composed with: members of the portal's and the contract's unions. */
const values = new Set(
  [...`${sources}\n${readSources(join(PORTAL, '../contract/src'))}`.matchAll(/'([\w-]+)'/g)].map(([, value]) => value!),
);
/** Keys with a value of a union in them: section and group are written out, and the types check that each exists. */
const composed = [...sources.matchAll(/`([a-z]\w*(?:\.\w+)+\.)\$\{[^{}`]+\}((?:\.\w+)*)`/gi)]
  .filter(([, before]) => sections.has(before!.split('.')[0]!))
  .map(([, before, after]) => ({ before: before!, after: after! }));
const isComposed = (key: string) =>
  composed.some(
    ({ before, after }) =>
      key.startsWith(before) && key.endsWith(after) && values.has(key.slice(before.length, key.length - after.length)),
  );
const isUsed = (key: string) => quoted.has(key) || isComposed(key);

const keysOf = (texts: Map<string, string>) => [...texts.keys()].map((key) => key.replace(PLURAL, ''));
const placesOf = (text: string) => [...text.matchAll(/\{\{?\w+\}?\}/g)].map(([place]) => place).toSorted();

describe('the translation files', () => {
  it('have the same keys in every language', () => {
    expect([...new Set(keysOf(tr))].toSorted()).toEqual([...new Set(keysOf(en))].toSorted());
  });

  it('have every plural that the language needs', () => {
    const formsMissing = (language: string, texts: Map<string, string>) =>
      [...texts.keys()]
        .filter((key) => PLURAL.test(key))
        .flatMap((key) =>
          new Intl.PluralRules(language)
            .resolvedOptions()
            .pluralCategories.map((form) => key.replace(PLURAL, `_${form}`)),
        )
        .filter((key) => !texts.has(key));
    expect([...en.keys()].some((key) => PLURAL.test(key))).toBe(true);
    expect(formsMissing('en', en)).toEqual([]);
    expect(formsMissing('tr', tr)).toEqual([]);
  });

  it('name a button with the words on it, so that it can be pressed by voice', () => {
    const unlike = (language: string, texts: Map<string, string>) =>
      [...texts].filter(([key, name]) => {
        const shown = key.endsWith('Named') && !SENTENCES.has(key) && texts.get(key.slice(0, -'Named'.length));
        const lower = (text: string) => text.toLocaleLowerCase(language).replace(/…$/, '');
        return typeof shown === 'string' && !lower(name).includes(lower(shown));
      });
    expect(en.has('knowledge.sources.runNamed')).toBe(true);
    expect([...unlike('en', en), ...unlike('tr', tr)]).toEqual([]);
  });

  it('have no empty texts, and the same placeholders in every language', () => {
    for (const [key, text] of en) {
      expect(text.trim(), key).not.toBe('');
      expect(tr.get(key)?.trim(), key).not.toBe('');
      if (tr.has(key)) expect(placesOf(tr.get(key)!), key).toEqual(placesOf(text));
    }
  });

  it('are translated', () => {
    const untranslated = [...en].filter(([key, text]) => tr.get(key) === text && !SAME.has(key)).map(([key]) => key);
    expect(untranslated).toEqual([]);
    for (const key of SAME) expect(tr.get(key), `${key} needs no exception any more`).toBe(en.get(key));
  });

  it('have no unused key', () => {
    expect([...en.keys()].filter((key) => !isUsed(key.replace(PLURAL, '')))).toEqual([]);
  });

  it('have every key that the portal uses', () => {
    const known = new Set([...keysOf(en), ...en.keys()]);
    const used = [...quoted].filter((text) => sections.has(text.split('.')[0]!));
    const files = /\.(tsx?|json|css|js|svg|csv)$/;
    const permissions = /^(report\.(read|write)|configuration\.manage|assistant\.use|account\.self|home\.view)$/;
    expect(used.filter((text) => !known.has(text) && !files.test(text) && !permissions.test(text))).toEqual([]);
    expect(used.length).toBeGreaterThan(100);
  });
});
