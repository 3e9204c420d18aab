import { expect, test } from 'vitest';
import { ICON_SETS, namesOf, shapesOf } from './icon-shapes.ts';

/**
 * The elements and attributes that drawings may have. Drawings are inserted into the page as they are, so others are
 * refused.
 */
const TAGS = new Set(['path', 'g', 'circle', 'rect', 'ellipse', 'defs', 'use']);
const UNSAFE_ATTRIBUTES = /\s(?:on\w+|style|xlink:href)=|\shref="(?!#)|url\((?!#)/i;

test.each(ICON_SETS)('every name of %s has a drawing, and there is no other', async (set) => {
  const { box, shapes } = await shapesOf(set);
  expect(Object.keys(shapes).toSorted()).toEqual((await namesOf(set)).toSorted());
  expect(box).toBe(set === 'heroicons-solid' ? 20 : 24);
  for (const [name, body] of Object.entries(shapes)) {
    const tags = Array.from(body.matchAll(/<([\w:-]+)/g), ([, tag]) => tag!);
    expect(tags.length, name).toBeGreaterThan(0);
    expect(
      tags.filter((tag) => !TAGS.has(tag)),
      name,
    ).toEqual([]);
    expect(body, name).not.toMatch(UNSAFE_ATTRIBUTES);
  }
});
