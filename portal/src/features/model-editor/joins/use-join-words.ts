import type { Cardinality, ModelJoin } from '@rise/contract';
import { formatInteger } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { unmatchedShare } from './joins.rules.ts';

/** As entity diagrams write it: the side that the join starts from first. */
export const SHORT: Record<Cardinality, string> = {
  one_to_one: '1 : 1',
  many_to_one: 'n : 1',
  one_to_many: '1 : n',
  many_to_many: 'n : n',
};

const NAMES = {
  one_to_one: 'modelEditor.joins.oneToOne',
  many_to_one: 'modelEditor.joins.manyToOne',
  one_to_many: 'modelEditor.joins.oneToMany',
  many_to_many: 'modelEditor.joins.manyToMany',
} as const;

const UNMEASURED = {
  missing: 'modelEditor.joins.missing',
  failed: 'modelEditor.joins.failed',
  time: 'modelEditor.joins.notYet',
  keyless: 'modelEditor.joins.keyless',
} as const;

/** Facts about joins in words. */
export function useJoinWords() {
  const { t, i18n } = useTranslation();
  const number = (value: number) => formatInteger(value, i18n.language);
  /** Fine enough that a single row is never 0 %. */
  const share = (value: number) =>
    value > 0 && value < 0.0001
      ? `< ${percent(0.0001, i18n.language)}`
      : value < 1 && value > 0.9999
        ? `> ${percent(0.9999, i18n.language)}`
        : percent(value, i18n.language);
  const cardinalityName = (value: Cardinality) => t(NAMES[value]);
  return {
    number,
    share,
    cardinalityName,
    /** The measured cardinality, or why there is none. */
    cardinality: ({ measured, unmeasured }: ModelJoin): string =>
      measured ? cardinalityName(measured.cardinality) : t(UNMEASURED[unmeasured ?? 'failed']),
    /** What is most worth knowing of a join, in one line. */
    summary: ({ measured, dated, toTable }: ModelJoin): string => {
      if (!measured) return '';
      if (!measured.agrees && !dated && measured.to.repeated > 0)
        return t('modelEditor.joins.repeatedShort', {
          count: measured.to.repeated,
          keys: number(measured.to.repeated),
        });
      const lost = unmatchedShare(measured.from);
      return lost === 0
        ? t('modelEditor.joins.allMatched')
        : t('modelEditor.joins.lost', { share: share(lost), table: toTable });
    },
  };
}

const percent = (value: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 2 }).format(value);
