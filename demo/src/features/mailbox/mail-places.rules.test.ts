import { expect, test } from 'vitest';
import { commonFolders, homeOf, kindOf } from './mail-places.rules.ts';

test('a draft and a sent mail are that also in the trash, and go back to where they belong', () => {
  expect(kindOf({}, 'inbox')).toBe('received');
  expect(kindOf({}, 'trash')).toBe('received');
  expect(kindOf({}, 'drafts')).toBe('draft');
  expect(kindOf({ origin: 'drafts' }, 'trash')).toBe('draft');
  expect(kindOf({ origin: 'sent' }, 'archive')).toBe('sent');
  expect((['received', 'sent', 'draft'] as const).map(homeOf)).toEqual(['inbox', 'sent', 'drafts']);
});

test('several mails go only where each of them can be', () => {
  expect([...commonFolders(['received'])]).toEqual(['inbox', 'archive', 'spam', 'trash']);
  expect([...commonFolders(['draft', 'draft'])]).toEqual(['trash', 'drafts']);
  expect([...commonFolders(['received', 'sent'])]).toEqual(['archive', 'trash']);
  expect([...commonFolders(['received', 'draft'])]).toEqual(['trash']);
});
