import type { Filter } from '@rise/contract';
import type { TFunction } from 'i18next';
import { describe, expect, it } from 'vitest';
import { startTranslations } from '../../../i18n/i18n.ts';
import { translationServer } from '../../../i18n/translation-server.fixture.ts';
import { scorecard } from '../scorecard.fixture.ts';
import { describeFilter } from './filter-text.ts';

const REPORT = scorecard();

async function say(language: 'en' | 'tr', filter: Filter | null): Promise<string[]> {
  const texts = await startTranslations({ language, fetch: translationServer });
  const localize = (text: { en: string; tr?: string | undefined }) =>
    language === 'tr' ? (text.tr ?? text.en) : text.en;
  return describeFilter(filter, REPORT, { t: texts.t as TFunction, language, localize });
}

const STATES: Filter = { field: 'state', op: 'in', values: ['CA', 'TX', 'ZZ'] };

describe('filters as text', () => {
  it('are empty without a filter', async () => {
    expect(await say('en', null)).toEqual([]);
  });

  it('use titles and labels of fields and values', async () => {
    expect(await say('en', { all: [STATES, { field: 'peer_group', op: 'in', values: [5] }] })).toEqual([
      'state is California, Texas, or ZZ',
      'peer_group is 5',
    ]);
    expect(await say('tr', STATES)).toEqual(['state (tr): Kaliforniya, Teksas veya ZZ']);
  });

  it('compare two fields', async () => {
    expect(await say('en', { field: 'state', op: 'ne', otherField: 'charter' })).toEqual(['state ≠ charter']);
  });

  it('cover every operator', async () => {
    const any: Filter = {
      any: [
        { field: 'name', op: 'contains', values: ['navy'] },
        { not: { field: 'charter', op: 'startsWith', values: ['6'] } },
        {
          all: [
            { field: 'assets', op: 'gte', values: [10] },
            { field: 'assets', op: 'lt', values: [20] },
          ],
        },
        { field: 'city', op: 'isNull', values: [] },
      ],
    };
    expect(await say('en', any)).toEqual([
      'name contains navy, not (charter starts with 6), assets is at least 10 and assets is below 20, or city is empty',
    ]);
  });

  it('cover periods', async () => {
    const field = 'state';
    const last: Filter = { field, during: { last: 3, unit: 'month', including: false, from: 'data' } };
    expect(await say('en', last)).toEqual(['state in the last 3 months']);
    expect(await say('tr', last)).toEqual(['state (tr): son 3 ay']);
    expect(await say('en', { field, during: { last: 1, unit: 'fiscal_year', including: true, from: 'data' } })).toEqual(
      ['state in the last 1 fiscal year and the current one to date'],
    );
    expect(await say('tr', { field, during: { current: 'quarter', from: 'today' } })).toEqual([
      'state (tr): çeyrek başından bugüne',
    ]);
    expect(await say('en', { field, during: { since: '2025-01-31' } })).toEqual(['state from Jan 31, 2025 to …']);
  });
});
