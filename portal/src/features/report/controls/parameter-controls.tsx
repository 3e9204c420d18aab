import type { ReportParameter } from '@rise/contract';
import { isWithin } from '@rise/contract/report-parameters';
import { useTranslation } from 'react-i18next';
import { useLocalize } from '../../../i18n/use-language.ts';
import { useOpenReport } from '../report-context.ts';
import { ParameterInput } from './parameter-input.tsx';
import classes from './controls.module.css';

/** The numbers that readers set, each with its default until they do. */
export function ParameterControls() {
  const localize = useLocalize();
  const refusalOf = useRefusal();
  const { report, choices, choose } = useOpenReport();
  const { parameters = [] } = report.document;
  const set = ({ name, default: usual }: ReportParameter, value: number | null) => {
    const { [name]: _former, ...others } = choices.parameters ?? {};
    const next = value === null || value === usual ? others : { ...others, [name]: value };
    choose({ parameters: Object.keys(next).length > 0 ? next : undefined });
  };
  return parameters.map((parameter) => (
    <ParameterInput
      key={parameter.name}
      className={classes.parameter}
      label={localize(parameter.title)}
      parameter={parameter}
      value={choices.parameters?.[parameter.name] ?? parameter.default}
      refusal={(value) => refusalOf(parameter, value)}
      onChange={(value) => set(parameter, value)}
    />
  ));
}

/** Why a parameter may not have a value; null if it may. */
function useRefusal() {
  const { t, i18n } = useTranslation();
  return (parameter: ReportParameter, value: number): string | null => {
    if (isWithin(parameter, value)) return null;
    const { min, max, unit } = parameter;
    const style = unit === 'percent' ? 'percent' : 'decimal';
    const numbers = new Intl.NumberFormat(i18n.language, { style, maximumFractionDigits: 6 });
    const least = min === undefined ? '' : numbers.format(min);
    const most = max === undefined ? '' : numbers.format(max);
    if (min === undefined) return t('report.parameter.atMost', { most });
    if (max === undefined) return t('report.parameter.atLeast', { least });
    return t('report.parameter.between', { least, most });
  };
}
