import type { LocalizedText } from '@rise/contract';

type Both = Required<LocalizedText>;

/** One line of an invoice. */
export interface InvoiceLine {
  readonly service: Both;
  readonly description: Both;
  /** Unit price in US dollars. */
  readonly rate: number;
  readonly quantity: number;
}

export interface Invoice {
  readonly number: string;
  readonly lines: readonly InvoiceLine[];
  /** Fractions. The discount is subtracted before tax is added. */
  readonly discount: number;
  readonly tax: number;
}

/** The amounts of an invoice, in whole cents. */
export interface InvoiceSums {
  readonly lines: readonly number[];
  readonly subtotal: number;
  readonly discount: number;
  readonly tax: number;
  readonly total: number;
}

const inCents = (dollars: number) => Math.round(dollars * 100);

/** Computed in cents, so that the printed amounts add up exactly. */
export function sumsOf({ lines, discount, tax }: Invoice): InvoiceSums {
  const ofLines = lines.map(({ rate, quantity }) => Math.round(inCents(rate) * quantity));
  const subtotal = ofLines.reduce((sum, cents) => sum + cents, 0);
  const off = Math.round(subtotal * discount);
  const added = Math.round((subtotal - off) * tax);
  return { lines: ofLines, subtotal, discount: off, tax: added, total: subtotal - off + added };
}

export const INVOICE: Invoice = {
  number: '2041',
  discount: 0.05,
  tax: 0.0825,
  lines: [
    {
      service: { en: 'Report design', tr: 'Rapor tasarımı' },
      description: { en: 'Six reports for the board, with definitions', tr: 'Kurul için tanımlarıyla altı rapor' },
      rate: 84,
      quantity: 46,
    },
    {
      service: { en: 'Connection of the ledger', tr: 'Muhasebe bağlantısı' },
      description: { en: 'Nightly loads, checked against the trial balance', tr: 'Mizanla denetlenen gecelik yükleme' },
      rate: 112.5,
      quantity: 18,
    },
    {
      service: { en: 'Training', tr: 'Eğitim' },
      description: { en: 'Two mornings for branch managers', tr: 'Şube müdürleri için iki sabah' },
      rate: 640,
      quantity: 2,
    },
    {
      service: { en: 'Care', tr: 'Bakım' },
      description: { en: 'Answers and small changes, one quarter', tr: 'Üç ay yanıt ve küçük değişiklikler' },
      rate: 275.4,
      quantity: 3,
    },
  ],
};

export const ISSUER = {
  name: 'Harbor Software',
  address: ['18 Quay Street', 'Portland, ME 04101', 'USA'],
  phone: '+1 207 555 0148',
  email: 'billing@harbor-software.example',
} as const;

export const CLIENT = {
  name: 'Elmwood Credit Union',
  address: ['240 Mill Lane', 'Burlington, VT 05401', 'USA'],
  phone: '+1 802 555 0127',
  email: 'accounts@elmwood-credit-union.example',
} as const;

/** Days between the invoice's date and its due date. */
export const DAYS_TO_PAY = 30;
