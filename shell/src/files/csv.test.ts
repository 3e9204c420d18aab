import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

it('quotes where needed, keeps figures exact, and escapes formulas', () => {
  const body = csvOf({
    head: ['Kalem, tür', 'Tutar'],
    rows: [
      ['Geliştirme "A"', -12.5],
      ['=1+1', null],
      ['+90', 3],
    ],
  });
  expect(body).toBe('\uFEFF"Kalem, tür",Tutar\r\n"Geliştirme ""A""",-12.5\r\n\'=1+1,\r\n\'+90,3\r\n');
});
