import { expect, it } from 'vitest';
import { pageCode, signingCode } from './embed-code.rules.ts';

it('signs the report, and the filters where there are some', () => {
  expect(signingCode('K', 'R', {})).toContain("new SignJWT({ report: 'R' })");
  expect(signingCode('K', 'R', { state: ['VT'] })).toContain(`{ report: 'R', filters: {"state":["VT"]} }`);
});

it('quotes a title that would end the script', () => {
  expect(pageCode('https://rise.example', '</script><b>').match(/<\/script>/g)).toHaveLength(2);
});
