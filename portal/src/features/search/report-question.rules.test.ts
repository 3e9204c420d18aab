import type { CatalogDataset, CatalogDimension, CatalogMeasure } from '@rise/contract';
import { describe, expect, it } from 'vitest';
import { findReportQuestions } from './report-question.rules.ts';

const measure = (name: string, en: string, tr: string, synonyms: string[] = []) =>
  ({ name, title: { en, tr }, synonyms }) as unknown as CatalogMeasure;
const dimension = (name: string, en: string, tr: string, type: CatalogDimension['type'] = 'string') =>
  ({ name, title: { en, tr }, type, synonyms: [] }) as unknown as CatalogDimension;

const CALL_REPORT = {
  name: 'call_report',
  dimensions: [
    dimension('state', 'State', 'Eyalet'),
    dimension('charter_type', 'Charter type', 'Kuruluş türü'),
    dimension('quarter', 'Quarter', 'Çeyrek', 'date'),
  ],
  measures: [
    measure('net_worth', 'Net worth', 'Özkaynak'),
    measure('net_worth_ratio', 'Net worth ratio', 'Özkaynak oranı', ['capital ratio', 'sermaye oranı']),
    measure('total_assets', 'Total assets', 'Toplam varlıklar', ['assets', 'size']),
  ],
} as unknown as CatalogDataset;
const LOANS = {
  name: 'loans',
  dimensions: [
    dimension('branch', 'Branch', 'Şube'),
    dimension('state', 'State', 'Eyalet'),
    dimension('opened', 'Opening date', 'Açılış tarihi', 'date'),
  ],
  measures: [measure('balance', 'Balance', 'Bakiye'), measure('members', 'Members', 'Üye sayısı')],
} as unknown as CatalogDataset;

const find = (text: string) =>
  findReportQuestions(text, [CALL_REPORT, LOANS]).map(({ measure: { name }, dimensions, grain }) =>
    [name, ...dimensions.map((one) => one.name), ...(grain === null ? [] : [grain])].join(' '),
  );

describe('reports that a text asks for', () => {
  it.each([
    ['net worth ratio by state', 'net_worth_ratio state'],
    ['Net Worth Ratio', 'net_worth_ratio'],
    ['net_worth_ratio per charter type', 'net_worth_ratio charter_type'],
    ['show me the total assets by states and charter types', 'total_assets state charter_type'],
    ['capital ratio by state', 'net_worth_ratio state'],
    ['balance by branch by month', 'balance branch opened month'],
    ['monthly balance', 'balance opened month'],
    ['balance by opening date', 'balance opened'],
    ['total assets by quarter', 'total_assets quarter quarter'],
    ['balance by year of opening date', 'balance opened year'],
    ['assets by sta', 'total_assets state'],
  ])('reads %s', (text, expected) => {
    expect(find(text)).toEqual([expected]);
  });

  it.each([
    ['eyalete göre özkaynak oranı', 'net_worth_ratio state'],
    ['EYALETLERE GÖRE ÖZKAYNAK ORANI', 'net_worth_ratio state'],
    ['Özkaynak oranını eyalet bazında göster', 'net_worth_ratio state'],
    ['sermaye oranı', 'net_worth_ratio'],
    ['aya göre bakiye', 'balance opened month'],
    ['şubelere göre aylık bakiye', 'balance branch opened month'],
    ['çeyreğe göre toplam varlıklar', 'total_assets quarter quarter'],
    ['yıllık üye sayısı', 'members opened year'],
    ['kuruluş türüne göre toplam varlıklar', 'total_assets charter_type'],
  ])('reads %s', (text, expected) => {
    expect(find(text)).toEqual([expected]);
  });

  it.each([
    'state',
    'by month',
    'net worth ratio by branch',
    'net worth ratio of Texas',
    'balance by month by year',
    'how do I export a report',
    'net',
    '',
  ])('finds nothing in “%s”, which names no measure or something else', (text) => {
    expect(find(text)).toEqual([]);
  });

  it('offers each dataset that has the measure', () => {
    const copy = { ...LOANS, name: 'loan_copies' };
    const questions = findReportQuestions('balance by branch', [LOANS, copy]);
    expect(questions.map(({ dataset }) => dataset.name)).toEqual(['loans', 'loan_copies']);
  });
});
