import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { AssistantAnswer } from './assistant-answer.tsx';

afterEach(cleanup);
const shown = (content: string) => render(<AssistantAnswer content={content} />).container;

it('renders lists, quotations, tables and emphasis', () => {
  const answer = shown('**One**\n\n> - a\n> - b\n\n| x | y |\n| - | - |\n| 1 | 2 |\n\n## Title');
  expect([...answer.querySelectorAll('strong')].map(({ textContent }) => textContent)).toEqual(['One', 'Title']);
  expect(answer.querySelectorAll('blockquote li')).toHaveLength(2);
  expect(answer.querySelectorAll('td')).toHaveLength(2);
  expect(answer.querySelector('h2')).toBeNull();
});

it('opens every link in a new tab without opener, pages of the portal too', () => {
  for (const [href, shownHref] of [
    ['/docs/guides/make-it-yours#layout', '/docs/guides/make-it-yours#layout'],
    ['https://ncua.gov/', 'https://ncua.gov/'],
  ] as const) {
    const link = shown(`[there](${href})`).querySelector('a')!;
    expect(link.getAttribute('href')).toBe(shownHref);
    expect(link.target).toBe('_blank');
    expect(link.rel).toBe('noopener noreferrer');
    cleanup();
  }
});

it.each([
  ['a script', '[x](javascript:alert(1))'],
  ['a script in disguise', '[x](JaVaScRiPt&#58;alert(1))'],
  ['data', '[x](data:text/html,x)'],
  ['another host for a path', '[x](//evil.example/)'],
  ['HTML', '<a href="https://evil.example">x</a>'],
  ['a mail address', '[x](mailto:a@evil.example)'],
])('renders %s as no link', (_what, markdown) => {
  expect(shown(markdown).querySelector('a')).toBeNull();
});

it.each([
  ['a picture', '![x](https://evil.example/p.png)'],
  ['a picture of the portal', '![x](/logout)'],
  ['a picture in HTML', '<img src="https://evil.example/p.png">'],
  ['a frame', '<iframe src="https://evil.example"></iframe>'],
  ['a style', '<style>* { background: url(https://evil.example) }</style>'],
  ['a form', '<form action="https://evil.example"><input></form>'],
  ['a check', '- [x] done'],
])('renders nothing of %s', (_what, markdown) => {
  const answer = shown(markdown);
  expect(answer.querySelector('img, iframe, style, form, input, [src], [srcset], [style]')).toBeNull();
});
