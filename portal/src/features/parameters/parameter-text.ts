import type { ParameterValue, TenantParameter } from '@rise/contract';
import type { TFunction } from 'i18next';
import { formatDay } from '../../dates/dates.ts';

type Typed = Pick<TenantParameter, 'type'>;

/** A value as people read it. */
export function writeValue({ type }: Typed, value: ParameterValue, t: TFunction, language: string): string {
  if (typeof value === 'boolean') return value ? t('parameters.on') : t('parameters.off');
  if (Array.isArray(value)) return value.length === 0 ? t('parameters.blank') : value.join(', ');
  if (value === '') return t('parameters.blank');
  const style = { maximumFractionDigits: 10 } as const;
  switch (type) {
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? formatDay(String(value), language) : String(value);
    case 'integer':
    case 'number':
      return new Intl.NumberFormat(language, style).format(String(value) as Intl.StringNumericLiteral);
    case 'percent':
      return new Intl.NumberFormat(language, { ...style, style: 'percent' }).format(
        String(value) as Intl.StringNumericLiteral,
      );
    default:
      return String(value);
  }
}

/** The range or the options that a parameter takes; null: any value of its type. */
export function writeRange(parameter: TenantParameter, t: TFunction, language: string): string | null {
  const { minimum, maximum } = parameter;
  const write = (limit: string | number) => writeValue(parameter, limit, t, language);
  if (minimum !== undefined && maximum !== undefined)
    return t('parameterValues.between', { minimum: write(minimum), maximum: write(maximum) });
  if (minimum !== undefined) return t('parameterValues.atLeast', { minimum: write(minimum) });
  return maximum === undefined ? null : t('parameterValues.atMost', { maximum: write(maximum) });
}
