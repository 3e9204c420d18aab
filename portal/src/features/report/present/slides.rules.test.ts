import type { ReportPage, ReportRow, Tile } from '@rise/contract';
import { describe, expect, it } from 'vitest';
import { enlargementOf, slideOfPage, slidesOf } from './slides.rules.ts';

const ROOM = { width: 1232, height: 604 };
const PHONE = { width: 342, height: 728 };
const tile = (id: string, more: Partial<Tile> = {}) =>
  ({ id, kind: 'chart', shape: 'bar', width: 12, title: { en: id }, measures: ['m'], ...more }) as Tile;
const row = (...tiles: Tile[]): ReportRow => ({ id: `row-${tiles[0]!.id}`, height: 9, tiles });
const page = (id: string, rows: ReportRow[]): ReportPage => ({ id, title: { en: id }, rows });
const shown = (pages: ReportPage[], room = ROOM) =>
  slidesOf(pages, room).map((slide) => [slide.page, ...slide.rows.map(({ id }) => id)].join(' '));

const four = page(
  'a',
  ['one', 'two', 'three', 'four'].map((id) => row(tile(id))),
);

describe('the slides of a report', () => {
  it('have as many rows as stay readable, in the order of the document, each row once', () => {
    expect(shown([four])).toEqual(['a row-one row-two', 'a row-three row-four']);
    expect(shown([four], { width: 1232, height: 1000 })).toEqual(['a row-one row-two row-three', 'a row-four']);
  });

  it('never mix pages, and show a row that is higher than the screen by itself', () => {
    const long = tile('long', { kind: 'rows', pageSize: 100, columns: ['x'] } as never);
    const pages = [page('a', [row(tile('one')), row(long), row(tile('two'))]), page('b', [row(tile('three'))])];
    expect(shown(pages)).toEqual(['a row-one', 'a row-long', 'a row-two', 'b row-three']);
  });

  it('are the pages where tiles are below each other, and an empty page is one, too', () => {
    expect(shown([four, page('b', [])], PHONE)).toEqual(['a row-one row-two row-three row-four', 'b']);
  });

  it('count tiles side by side as one line, and those below each other as several', () => {
    const halves = [0, 1].map((at) => row(tile(`l${at}`, { width: 6 }), tile(`r${at}`, { width: 6 })));
    expect(shown([page('a', halves)])).toEqual(['a row-l0 row-l1']);
    const wrapped = row(tile('w0', { width: 8 }), tile('w1', { width: 8 }));
    expect(shown([page('a', [wrapped, row(tile('next'))])])).toEqual(['a row-w0', 'a row-next']);
  });

  it('are found by their page', () => {
    const slides = slidesOf([four, page('b', [row(tile('five'))])], ROOM);
    expect([slideOfPage(slides, 'a'), slideOfPage(slides, 'b'), slideOfPage(slides, 'gone')]).toEqual([0, 2, 0]);
  });

  it('are enlarged with the screen, up to three times, and never made smaller', () => {
    const sizes = [
      { width: 1920, height: 1080 },
      { width: 1920, height: 720 },
      { width: 390, height: 844 },
      { width: 7680, height: 4320 },
    ];
    expect(sizes.map(enlargementOf)).toEqual([1.5, 1, 1, 3]);
  });
});
