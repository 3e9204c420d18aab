import { useUiContext } from '@rise/ui';
import { useLanguage } from '@rise/shell/language';
import type { Invoice, InvoiceSums } from './invoice.ts';
import { useInvoiceTexts } from './invoices.texts.ts';
import classes from './invoice.module.css';

interface LineTableProps {
  invoice: Invoice;
  sums: InvoiceSums;
  /** Shows each line's description. */
  described: boolean;
}

/** The invoice's lines with amounts and total. */
export function LineTable({ invoice, sums, described }: LineTableProps) {
  const t = useInvoiceTexts();
  const { locale } = useUiContext();
  const language = useLanguage();
  const words = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' });
  const money = (cents: number) => words.format(cents / 100);
  const percent = (share: number) =>
    new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(share);
  const endings = [
    [t('subtotal'), money(sums.subtotal)],
    [t('discount', { percent: percent(invoice.discount) }), money(-sums.discount)],
    [t('tax', { percent: percent(invoice.tax) }), money(sums.tax)],
  ] as const;
  return (
    <table className={classes['lines']} aria-label={t('lines')}>
      <thead>
        <tr>
          <th scope="col">{t('service')}</th>
          <th scope="col">{t('rate')}</th>
          <th scope="col">{t('quantity')}</th>
          <th scope="col">{t('amount')}</th>
        </tr>
      </thead>
      <tbody>
        {invoice.lines.map(({ service, description, rate, quantity }, index) => (
          <tr key={service.en}>
            <th scope="row">
              {service[language]}
              {described && <span className={classes['description']}>{description[language]}</span>}
            </th>
            <td data-label={t('rate')}>{words.format(rate)}</td>
            <td data-label={t('quantity')}>{quantity.toLocaleString(locale)}</td>
            <td data-label={t('amount')}>{money(sums.lines[index]!)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {endings.map(([name, value]) => (
          <tr key={name}>
            <th scope="row" colSpan={3}>
              {name}
            </th>
            <td>{value}</td>
          </tr>
        ))}
        <tr className={classes['total']}>
          <th scope="row" colSpan={3}>
            {t('total')}
          </th>
          <td>{money(sums.total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
