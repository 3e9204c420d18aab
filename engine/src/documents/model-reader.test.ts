import { readFile } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { ModelError, type ModelIssue } from '../errors.ts';
import { ModelReader } from './model-reader.ts';
import { extendedTemplate, readModel } from './read-model.ts';

const SAMPLE = new URL('../../../samples/ncua-2025q4/model.yaml', import.meta.url);
/** YAML that takes about a second to read, and is no model. */
const LONG = `a:\n${'  - { b: 1, c: 2 }\n'.repeat(14_000)}`;

let reader = new ModelReader();
afterEach(async () => {
  await reader.close();
  reader = new ModelReader();
});

const issuesOf = async (reading: Promise<unknown>) => {
  const error = await reading.catch((thrown: unknown) => thrown);
  return error instanceof ModelError ? error.issues : error;
};

test('a large model is read as it would be here', async () => {
  const text = await readFile(SAMPLE, 'utf8');
  expect(await reader.read({ text, file: 'a' })).toEqual(readModel({ text, file: 'a' }));
  expect(await reader.extendedTemplate(text, 'a')).toBe(extendedTemplate(text, 'a'));
  const wrong = text.replace('datasets:', 'dataset:');
  expect(await issuesOf(reader.read({ text: wrong, file: 'a' }))).toEqual(
    await issuesOf(Promise.resolve().then(() => readModel({ text: wrong, file: 'a' }))),
  );
});

test('other work goes on while a long document is read, and several are read in turn', async () => {
  let turns = 0;
  const ticking = setInterval(() => (turns += 1), 1);
  const reading = [1, 2].map((count) => issuesOf(reader.read({ text: `${LONG}# ${count}`, file: `${count}` })));
  const found = await Promise.all(reading);
  clearInterval(ticking);
  expect(found.map((issues) => (issues as ModelIssue[])[0]?.file)).toEqual(['1', '2']);
  // Read here, one turn would take as long as a document.
  expect(turns).toBeGreaterThan(20);
});

test('a document that takes too long is refused, and the next one is read', async () => {
  const hurried = new ModelReader({ deadlineMs: 1 });
  expect(await issuesOf(hurried.read({ text: LONG, file: 'a' }))).toMatchObject([
    { file: 'a', message: expect.stringContaining('takes too long to read') as string },
  ]);
  await hurried.close();
  const text = await readFile(SAMPLE, 'utf8');
  expect((await reader.read({ text, file: 'a' })).datasets.length).toBeGreaterThan(0);
});

test('YAML of any kind is read as well, and what is none has its issue', async () => {
  const list = '- { code: A, value: 1 }\n'.repeat(1_000);
  expect(await reader.readYaml(list, 'a')).toEqual(Array.from({ length: 1_000 }, () => ({ code: 'A', value: 1 })));
  for (const wrong of ['[', `${list}[`])
    expect(await issuesOf(reader.readYaml(wrong, 'a'))).toMatchObject([{ file: 'a', message: expect.any(String) }]);
});
