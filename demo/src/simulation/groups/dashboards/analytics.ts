import type { DemoGroups } from '@rise/contract/demo';
import type { z } from 'zod';
import { localizableTexts, type Localizable } from '../../text.ts';
import { daily, everyDays, overSpans, sum, type GenerationInput } from './daily.ts';

type Analytics = Localizable<z.input<DemoGroups['dashboards']['GET /api/dashboards/analytics']['output']>>;

const both = (en: string, tr: string) => ({ en, tr });
const YEAR = 365;
const DAYS = 65;

export function analytics(input: GenerationInput): Analytics {
  const visitors = daily(input, { name: 'visitors', level: 1_920, growth: 0.35, swing: 0.22, weekend: 0.62 });
  const perVisitor = daily(input, { name: 'pages per hundred visitors', level: 232, swing: 0.15 });
  const pageViews = (days: number) => Math.round((visitors(days) * perVisitor(days)) / 100);
  const conversions = daily(input, { name: 'conversions', level: 61, growth: 0.2, swing: 0.3, weekend: 0.5 });
  const impressions = daily(input, { name: 'impressions', level: 14_300, growth: 0.15, swing: 0.25, weekend: 0.7 });

  const days = Array.from({ length: DAYS }, (_, index) => index - DAYS + 1);
  const ratio = (some: readonly number[]) =>
    Math.round((sum(some.map(visitors)) / sum(some.map(pageViews))) * 1000) / 10;
  const uniqueVisitors = sum(days.map(visitors));
  const name = { visitors: both('Visitors', 'Ziyaretçiler'), views: both('Page Views', 'Sayfa görüntüleme') };
  const audience = (series: number[], ...labels: { en: string; tr: string }[]) => ({
    uniqueVisitors,
    series,
    labels: localizableTexts(labels),
  });

  return {
    visitors: {
      series: {
        'this-year': [{ name: name.visitors, data: everyDays(input, visitors, 3, -YEAR) }],
        'last-year': [{ name: name.visitors, data: everyDays(input, visitors, 3, -2 * YEAR, -YEAR) }],
      },
    },
    conversions: overSpans(input, both('Conversions', 'Dönüşümler'), conversions, 6, 5),
    impressions: overSpans(input, both('Impressions', 'Gösterimler'), impressions, 4, 7),
    visits: overSpans(input, both('Visits', 'Ziyaretler'), visitors, 4, 7),
    visitorsVsPageViews: {
      overallScore: Math.round(uniqueVisitors / DAYS),
      averageRatio: ratio(days),
      predictedRatio: ratio(days.slice(-14)),
      series: [
        { name: name.views, data: everyDays(input, pageViews, 1, days[0]!) },
        { name: name.visitors, data: everyDays(input, visitors, 1, days[0]!) },
      ],
    },
    newVsReturning: audience([58, 42], both('New', 'Yeni'), both('Returning', 'Dönen')),
    gender: audience([54, 46], both('Female', 'Kadın'), both('Male', 'Erkek')),
    age: audience([37, 63], both('Under 30', '30 yaş altı'), both('Over 30', '30 yaş üstü')),
    language: audience([71, 29], both('English', 'İngilizce'), both('Other', 'Diğer')),
  };
}
