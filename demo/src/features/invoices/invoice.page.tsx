import { Button } from '@mantine/core';
import { LogoMark, Page, useUiContext } from '@rise/ui';
import { IconPrinter } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { useLanguage } from '@rise/shell/language';
import { VariantLinks } from '../../components/variant-links.tsx';
import { CLIENT, DAYS_TO_PAY, INVOICE, ISSUER, sumsOf } from './invoice.ts';
import { type Variant, VARIANTS } from './variants.ts';
import { useInvoiceTexts } from './invoices.texts.ts';
import { LineTable } from './line-table.tsx';
import classes from './invoice.module.css';

const DAY = 86_400_000;

/** Relative to today, so that the invoice is always recent. */
const firstOfMonth = () => new Date(new Date().setDate(1));

/** An invoice for screen and print, in one of two designs. */
export default function InvoicePage() {
  const t = useInvoiceTexts();
  const variant = useLocation({ select: ({ pathname }) => pathname.split('/').at(-1) as Variant });
  return (
    <Page>
      <div className={classes['bar']}>
        <VariantLinks
          label={t('variants')}
          variants={VARIANTS.map((name) => ({ name, title: t(name) }))}
          current={variant}
          under="/pages/invoice/printable"
        />
        <Button leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          {t('print')}
        </Button>
      </div>
      <Sheet variant={variant} />
    </Page>
  );
}

function Sheet({ variant }: { variant: Variant }) {
  const t = useInvoiceTexts();
  const { locale } = useUiContext();
  const sums = sumsOf(INVOICE);
  const language = useLanguage();
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' });
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const [issued] = useState(firstOfMonth);
  const facts = [
    [t('issued'), date.format(issued)],
    [t('due'), date.format(issued.getTime() + DAYS_TO_PAY * DAY)],
    [t('totalDue'), money.format(sums.total / 100)],
  ] as const;
  return (
    <article className={classes['sheet']} data-variant={variant} lang={language}>
      <header className={classes['head']}>
        <div className={classes['issuer']}>
          <LogoMark size={40} />
          <Party {...ISSUER} />
        </div>
        <div className={classes['subject']}>
          <h1 className={classes['title']}>{t('invoice', { number: INVOICE.number })}</h1>
          <dl className={classes['facts']}>
            {facts.map(([name, value]) => (
              <div key={name} className={classes['fact']}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </div>
      </header>
      <section className={classes['client']}>
        <h2 className={classes['label']}>{t('billTo')}</h2>
        <Party {...CLIENT} />
      </section>
      <LineTable invoice={INVOICE} sums={sums} described={variant === 'modern'} />
      <p className={classes['note']}>{t('note', { days: DAYS_TO_PAY })}</p>
    </article>
  );
}

interface PartyProps {
  name: string;
  address: readonly string[];
  phone: string;
  email: string;
}

function Party({ name, address, phone, email }: PartyProps) {
  return (
    <address className={classes['party']}>
      <strong>{name}</strong>
      {[...address, phone, email].map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
}
