import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '..');

/** Words that are no part of an identifier, in any case: docs/glossary.md has the field's words for them. */
const REFUSED_PARTS = new Set(
  `told asked wanted kept made said begun given anew desk shelf faces levelled atom unlabelled unmeant unconfigured
   surroundings hostile oracle worlds catalogue colour colours coloured favourite favourites neighbour neighbours licence
   licences behaviour labelled`.split(/\s+/),
);
/** Whole identifiers that are refused; as a part of another name they are ordinary words. */
const REFUSED_NAMES = new Set(['Late', 'Net', 'tell', 'tells', 'asks', 'whoever', 'somebody']);
/** Matches every text with an identifier that is refused, and few others. */
const MAYBE_REFUSED = new RegExp([...REFUSED_PARTS].join('|'), 'i');
const MAYBE_REFUSED_NAME = new RegExp(`\\b(${[...REFUSED_NAMES].join('|')})\\b`);
const COMMENT_LINES = /^\s*(\/\/|\/\*\*|\* ).*$/gm;
/** Whether a text has to be parsed, which is slow: comments have these words, too. */
function mayBeRefused(text: string): boolean {
  const code = text.replaceAll(COMMENT_LINES, '');
  return MAYBE_REFUSED.test(code) || MAYBE_REFUSED_NAME.test(code);
}
/** Names with a refused word that are not ours to choose, and who chose them. */
const EXCEPTIONS = new Map([
  ['given_name', 'OpenID Connect: a standard claim'],
  ['givenName', 'OpenID Connect: a standard claim'],
  ['model_template_told', 'a table of an earlier migration'],
]);

/** Phrases that comments, texts and documentation do without. */
const REFUSED_PHRASES =
  /\b(anew|nobody has|is told|are told|was told|in force|without a meaning|given a meaning|stands once|organisations?|that there (?:is|are) not|whoever|somebody(?=[ ,.;:?])|one['’]s own|catalogues?|colours?|favourites?|neighbours?|licences?|behaviours?)\b/i;

/** Neither prose of today nor ours: records of past decisions, and this list itself. */
const NO_PROSE = /^docs\/decisions\/|^e2e\/words\.test\.ts$|^docs\/glossary\.md$/;

const files = execFileSync('git', ['ls-files', '-z', '--', '*.ts', '*.tsx', '*.mjs', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 * 1024,
})
  .split('\0')
  .filter((file) => file !== '' && !file.startsWith('samples/ncua'));

interface Finding {
  file: string;
  line: number;
  text: string;
}

/** The words of an identifier, in lower case: `toldItem` has `told` and `item`. */
const partsOf = (name: string): string[] =>
  name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g)?.map((part) => part.toLowerCase()) ?? [];

const isRefused = (name: string): boolean =>
  !EXCEPTIONS.has(name) && (REFUSED_NAMES.has(name) || partsOf(name).some((part) => REFUSED_PARTS.has(part)));

/** Whether a text is the name of a style class: `classes['list']`. */
const isClassName = (node: ts.Node): node is ts.StringLiteral =>
  ts.isStringLiteral(node) &&
  ts.isElementAccessExpression(node.parent) &&
  ts.isIdentifier(node.parent.expression) &&
  node.parent.expression.text === 'classes';

function findIdentifiers(file: string, source: ts.SourceFile): Finding[] {
  const findings: Finding[] = [];
  const visit = (node: ts.Node): void => {
    const isName = ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || isClassName(node);
    if (isName && isRefused(node.text.replace(/^#/, '')))
      findings.push({
        file,
        line: source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1,
        text: node.text,
      });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return findings;
}

function findPhrases(file: string, text: string): Finding[] {
  if (NO_PROSE.test(file)) return [];
  return text.split('\n').flatMap((line, index) => {
    const phrase = REFUSED_PHRASES.exec(line);
    return phrase ? [{ file, line: index + 1, text: phrase[0] }] : [];
  });
}

function findAll(): { identifiers: Finding[]; phrases: Finding[] } {
  const identifiers: Finding[] = [];
  const phrases: Finding[] = [];
  for (const file of files) {
    const text = readFileSync(join(ROOT, file), 'utf8');
    phrases.push(...findPhrases(file, text));
    if (file.endsWith('.md') || file === 'e2e/words.test.ts') continue;
    if (!mayBeRefused(text)) continue;
    const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    identifiers.push(...findIdentifiers(file, ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind)));
  }
  return { identifiers, phrases };
}

const report = (findings: readonly Finding[]) => findings.map(({ file, line, text }) => `${file}:${line} ${text}`);
const { identifiers, phrases } = findAll();

test('identifiers use the words of the glossary', () => {
  expect(report(identifiers)).toEqual([]);
});

test('comments, texts and documentation do without refused phrases', () => {
  expect(report(phrases)).toEqual([]);
});

test('a refused word is found in every kind of name', () => {
  const source = `const toldItem = 1; interface KeptStore { asked_at: string } class A { #wanted = 1; madeUp() {} } classes['told']`;
  for (const name of ['toldItem', 'KeptStore', 'asked_at', '#wanted', 'madeUp', 'Late', 'of(Net)'])
    expect(mayBeRefused(`// A comment.\n${name}`), name).toBe(true);
  const found = findIdentifiers('a.ts', ts.createSourceFile('a.ts', source, ts.ScriptTarget.Latest, true));
  expect(found.map(({ text }) => text)).toEqual(['toldItem', 'KeptStore', 'asked_at', '#wanted', 'madeUp', 'told']);
});
