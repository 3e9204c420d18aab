import type { TFunction } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTranslations } from '../i18n/i18n.ts';
import { translationServer } from '../i18n/translation-server.fixture.ts';
import { configuratorName } from './configurator-names.ts';

const translations = {} as Record<'en' | 'tr', TFunction>;
beforeAll(async () => {
  for (const language of ['en', 'tr'] as const)
    translations[language] = (await startTranslations({ language, fetch: translationServer })).t;
});
const named = (type: string, language: 'en' | 'tr') => configuratorName(type, translations[language], language);

describe('the name of a configurator', () => {
  it('is in the reader’s language for every spelling of the type', () => {
    for (const type of ['loanType', 'LoanType', 'loan_type', 'loan-type', 'LOAN_TYPE']) {
      expect(named(type, 'en'), type).toEqual({ alone: 'Loan type', within: 'loan type' });
      expect(named(type, 'tr'), type).toEqual({ alone: 'Kredi türü', within: 'kredi türü' });
    }
    expect(named('transactionType', 'tr')).toEqual({ alone: 'İşlem türü', within: 'işlem türü' });
    expect(named('glAccount', 'en')).toEqual({ alone: 'GL account', within: 'GL account' });
  });

  it('is derived from an unknown type, the same in every language', () => {
    for (const language of ['en', 'tr'] as const) {
      expect(named('memberRelationshipCode', language)).toEqual({
        alone: 'Member relationship code',
        within: 'member relationship code',
      });
      expect(named('insurance_kind2', language)).toEqual({ alone: 'Insurance kind2', within: 'insurance kind2' });
      expect(named('NAICSCode', language)).toEqual({ alone: 'NAICS code', within: 'NAICS code' });
      expect(named('constructor', language)).toEqual({ alone: 'Constructor', within: 'constructor' });
    }
  });

  it('is the type itself if there is no word in it', () => {
    expect(named('__', 'en')).toEqual({ alone: '__', within: '__' });
  });
});
