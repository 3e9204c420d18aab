import { expect, it } from 'vitest';
import { conversationFileName, conversationMarkdown } from './conversation-file.ts';

it('writes questions as they were typed, answers as they are, and links that lead to the portal', () => {
  const file = conversationMarkdown({
    title: 'What is *that*?',
    messages: [
      { role: 'user', content: '# What is *that*?\n- [x](y)', timestamp: '2026-01-20T08:00:00Z' },
      { role: 'assistant', content: '**A layout.** See [Layout](/docs/guides/x#layout), [site](https://a.example/b).' },
    ],
    words: { you: 'You', assistant: 'RiseIQ', written: 'Exported from Rise' },
    origin: 'https://rise.example',
    locale: 'en',
  });
  expect(file.replace(/ · .*/, ' · …')).toBe(
    [
      '# What is \\*that\\*?',
      '_Exported from Rise_',
      '## You · …',
      '\\# What is \\*that\\*?\n\\- \\[x\\](y)',
      '## RiseIQ',
      '**A layout.** See [Layout](https://rise.example/docs/guides/x#layout), [site](https://a.example/b).',
      '',
    ].join('\n\n'),
  );
});

it.each([
  ['How do I change the layout?', 'how-do-i-change-the-layout.md'],
  ['../../Öz kaynak: nedir?', 'öz-kaynak-nedir.md'],
  ['???', 'conversation.md'],
])('names the file of “%s”', (title, name) => {
  expect(conversationFileName(title)).toBe(name);
});
