import type { LocalizedText } from '@rise/contract';
import type { Validity } from '../model/joins.ts';

/** Which of a key's rows a join to `to` matches, in words. */
export function validityText(to: string, { at, type, from, until, carryDays }: Validity): LocalizedText {
  const value = `${to}.${at}`;
  if (until) {
    const day = { en: type === 'number' ? `at ${value}` : `on ${value}`, tr: `${value} için geçerli` };
    const end = until.inclusive ? { en: 'inclusive', tr: 'dahil' } : { en: 'exclusive', tr: 'hariç' };
    return {
      en: `valid ${day.en}: from ${from} until ${until.column} (${end.en})`,
      tr: `${day.tr}: ${from} ile ${until.column} (${end.tr}) arasında`,
    };
  }
  const limit =
    carryDays === null
      ? { en: '', tr: '' }
      : { en: `, for ${carryDays} days at most`, tr: `, en çok ${carryDays} gün` };
  return {
    en: `latest by ${from}, up to ${value}${limit.en}`,
    tr: `${value} itibarıyla ${from} sırasında sonuncu${limit.tr}`,
  };
}
