import { sanitize } from 'hast-util-sanitize';
import { expect, it } from 'vitest';
import { RICH_TEXT } from './rich-text.ts';

type Properties = Record<string, string | string[]>;
type Element = Extract<Parameters<typeof sanitize>[0], { type: 'element' }>;

const element = (tagName: string, properties: Properties = {}, ...children: Element[]): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});
const clean = (...children: Element[]) => sanitize({ type: 'root', children }, RICH_TEXT);

it('keeps formatting, tables and links', () => {
  const table = element('table', {}, element('tbody', {}, element('tr', {}, element('td', { align: 'right' }))));
  const content = [element('p', { lang: 'tr' }, element('strong')), table, element('a', { href: 'https://ncua.gov/' })];
  expect(clean(...content)).toEqual({ type: 'root', children: content });
});

it.each(['script', 'style', 'template', 'img', 'iframe', 'form', 'input', 'svg', 'object', 'link'])(
  'drops <%s>',
  (tagName) => {
    expect(clean(element(tagName, { src: 'https://evil.example/' }))).toEqual({ type: 'root', children: [] });
  },
);

it('drops handlers, styles, ids and addresses that run', () => {
  const properties = { onClick: 'alert(1)', style: 'color: red', id: 'x', className: ['x'] };
  expect(clean(element('p', properties))).toEqual({ type: 'root', children: [element('p')] });
  for (const href of ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x'])
    expect(clean(element('a', { href }))).toEqual({ type: 'root', children: [element('a')] });
});
