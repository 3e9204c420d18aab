import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '@rise/ui/search-params';
import { joinValues } from '@rise/contract/report-address';
import { readChoices, type ReportChoices, splitValues, writeChoices } from './report.state.ts';
import { scorecard } from './scorecard.fixture.ts';

const REPORT = scorecard({ peers: ['state', 'peer_group', 'measure'] });
const throughAddress = (choices: ReportChoices) =>
  readChoices(parseSearch(stringifySearch(writeChoices(choices))), REPORT);

describe('choices in the address', () => {
  it('are readable', () => {
    const address = stringifySearch(
      writeChoices({ subject: '68', measure: 'roa', filters: { state: ['CA', 'TX'] }, about: 'nwr', tile: 'figures' }),
    );
    expect(address).toBe('?institution=68&measure=roa&state=CA,TX&about=nwr&tile=figures');
  });

  it.each<[string, ReportChoices]>([
    ['nothing', { filters: {} }],
    [
      'everything',
      { subject: '00068', measure: 'roa', filters: { state: ['CA'] }, about: 'nwr', tile: 'figures', wide: 'spread' },
    ],
    ['a comma and a backslash', { filters: { state: ['a,b', String.raw`c\d`, String.raw`\,`, String.raw`e\\`] } }],
    ['other alphabets', { subject: 'Çağrı 🏦', filters: { state: ['İstanbul', '東京', 'a+b&c=d#e%2C'] } }],
    ['a filter named like a parameter of ours', { measure: 'roa', filters: { measure: ['x'] } }],
  ])('round-trip: %s', (_name, choices) => {
    expect(throughAddress(choices)).toEqual(choices);
  });

  it.each([
    ['a measure that the report does not offer', '?measure=drop_table'],
    ['a filter that the report does not have', '?city=Rome'],
    ['an empty filter', '?state=,,,'],
    ['a subject without end', `?institution=${'9'.repeat(101)}`],
    ['control characters', '?institution=6%008&state=%0A,%07'],
    ['an unknown tile', '?wide=nowhere&about=nwr2&tile=nowhere'],
    ['prototypes', '?__proto__=1&constructor=2&toString=3'],
    ['a tile without a measure', '?tile=figures'],
  ])('omit %s', (_name, address) => {
    expect(readChoices(parseSearch(address), REPORT)).toEqual({ filters: {} });
  });

  it('have values of parameters that the report allows and does not have anyway', () => {
    const report = {
      ...REPORT,
      document: {
        ...REPORT.document,
        parameters: [{ name: 'growth', title: { en: 'Growth' }, unit: 'percent', default: 0.05, max: 1 }],
      },
    } as typeof REPORT;
    const read = (address: string) => readChoices(parseSearch(address), report).parameters;
    expect(stringifySearch(writeChoices({ filters: {}, parameters: { growth: 0.2 } }))).toBe('?set.growth=0.2');
    expect(read('?set.growth=0.2')).toEqual({ growth: 0.2 });
    for (const address of ['?set.growth=2', '?set.growth=0.05', '?set.growth=x', '?set.growth=', '?set.other=1'])
      expect(read(address)).toBeUndefined();
  });

  it('drop duplicate values, and those over the limit', () => {
    expect(splitValues('CA,CA,TX')).toEqual(['CA', 'TX']);
    expect(splitValues(Array.from({ length: 1000 }, (_, index) => index).join(','))).toHaveLength(200);
    expect(splitValues(`${'x'.repeat(201)},CA`)).toEqual(['CA']);
  });

  it('join and split any text', () => {
    const pieces = ['', ',', '\\', 'a', ' ', '"', "'", '🏦', 'ı'];
    const values = pieces.flatMap((first) => pieces.map((second) => `x${first}${second}${first}`));
    expect(splitValues(joinValues(values))).toEqual([...new Set(values)]);
  });
});
