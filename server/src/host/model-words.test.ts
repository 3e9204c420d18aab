import { expect, test } from 'vitest';
import { readModelCommand } from './model-words.ts';

test.each<[string, string[], RegExp]>([
  ['push', ['x.yaml'], /write either --tenant or --template/],
  ['push', ['--tenant', 'alder'], /name the file/],
  ['push', ['x.yaml', 'y.yaml', '--tenant', 'alder'], /a word too much: 'y\.yaml'/],
  ['pull', ['--tenant', 'alder', '--version', 'two'], /--version is 'two'; write the number of a version/],
  ['pull', ['--tenant', 'alder', '--message', 'x'], /model pull takes no --message/],
  ['diff', ['--tenant', 'alder', '--from', '1'], /--to is ''/],
  ['generate', ['--tenant', 'alder', '--version', '2'], /model generate takes no --version/],
  ['list', [], /--tenant is missing/],
  ['suggest-rollups', ['x.yaml'], /--tenant is missing/],
  ['', [], /there is no command 'model'$/],
])('model %s %j is explained', (command, words, expected) => {
  expect(() => readModelCommand(command, words)).toThrow(expected);
});
