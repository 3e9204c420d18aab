import { expect, it } from 'vitest';
import { csvFile, csvText } from './csv.ts';

it('quotes where needed, keeps figures exact, and escapes formulas', () => {
  const body = csvFile({
    head: ['Kalem, tür', 'Tutar'],
    rows: [
      ['Geliştirme "A"', -12.5],
      ['=1+1', null],
      ['+90', 3],
    ],
  });
  expect(body).toBe('\uFEFF"Kalem, tür",Tutar\r\n"Geliştirme ""A""",-12.5\r\n\'=1+1,\r\n\'+90,3\r\n');
});

it('neutralizes formulas and leaves numbers unchanged, including negative ones and those with an exponent', () => {
  const formulas = ['=1+1', '+cmd', '@x', '\tx', '-2+3', '-', '＝1', '＋1', '－1', '＠x'];
  const others = ['-12', '-12.5', '-1.5e-7', '-1e21', 'a=b', -1.5e-7, -1e21];
  const lines = csvText({ head: [], rows: [...formulas, ...others].map((cell) => [cell]) }).split('\r\n');
  expect(lines.slice(1, -1)).toEqual([...formulas.map((text) => `'${text}`), ...others.map(String)]);
});
