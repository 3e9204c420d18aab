import { conditionValue, havingText } from '@rise/contract/having-text';
import type { Report } from '@rise/contract';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { useOpenReport } from '../report-context.ts';
import type { Answer } from '../report-run.ts';

/** Which members a tile leaves out for their measures, in sentences; none where it shows all. */
export function useLeftOut(answer: Answer | null): string[] {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report } = useOpenReport();
  return Object.values(answer ?? {}).flatMap((item) => {
    if (item?.query.kind !== 'aggregate' || !item.query.having) return [];
    const { query, result } = item;
    const condition = havingText(
      item.query.having,
      (name) => fieldOf(report, result, name)?.title ?? { en: name },
      (name, value, language) =>
        conditionValue(value, formatOf(report, result, name), {
          currency: query.currency ?? report.currency,
          language,
        }),
    );
    return [`${localize(condition)} ${t('report.leftOut')}`];
  });
}

type Item = NonNullable<Answer[string]>;

/** A column of the tile, or a measure of the report's dataset that the tile does not show. */
const fieldOf = ({ fields }: Report, { columns }: Item['result'], name: string) =>
  columns.find((column) => column.name === name) ?? fields.measures.find((measure) => measure.name === name);

const formatOf = (report: Report, result: Item['result'], name: string) =>
  fieldOf(report, result, name)?.format ?? { unit: 'number' as const };
