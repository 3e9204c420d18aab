import { TextInput } from '@mantine/core';
import { CountrySelect } from '../form/country-select.tsx';
import { FormSection, SettingsForm } from '../form/settings-form.tsx';
import { type FieldErrors, useSettingsForm } from '../form/use-settings-form.ts';
import { useSettingsTexts } from '../settings.texts.ts';
import { type Settings, useSaveSettings, WithSettings } from '../use-settings.tsx';
import { brandOf, digitsOf, grouped, isCardNumber, isPast, monthOf, formatMonth } from './card.ts';
import { PlanChoice } from './plan-choice.tsx';

/** Plan and payment card. */
export function BillingPanel() {
  return (
    <WithSettings>
      {({ account, billing }) => <BillingForm stored={billing} homeCountry={account.country} />}
    </WithSettings>
  );
}

type Billing = Settings['billing'];
interface Values {
  readonly plan: Billing['plan'];
  readonly holder: string;
  /** Empty: the stored card stays. */
  readonly number: string;
  readonly expires: string;
  readonly code: string;
  readonly country: string;
}

const BRANDS = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' } as const;

function BillingForm({ stored: { plan, card }, homeCountry }: { stored: Billing; homeCountry: string }) {
  const t = useSettingsTexts();
  const save = useSaveSettings();
  const form = useSettingsForm<Values>({
    stored: {
      plan,
      holder: card?.holder ?? '',
      number: '',
      expires: card ? formatMonth(card.expires) : '',
      code: '',
      country: card?.country ?? homeCountry,
    },
    validate: ({ holder, number, expires, code }): FieldErrors<Values> => {
      const month = monthOf(expires);
      const another = number.trim() !== '' || card === null;
      return {
        holder: holder.trim() === '' ? t('holderMissing') : undefined,
        number: another && !isCardNumber(number) ? t('numberWrong') : undefined,
        expires: month === null ? t('expiresWrong') : isPast(month, new Date()) ? t('expiresPast') : undefined,
        code: another && !codeFits(code, number) ? t('codeWrong') : undefined,
      };
    },
    // The full number never leaves the form: only its last four digits are sent and stored.
    save: ({ plan, holder, number, expires, country }) => {
      const brand = number.trim() === '' && card ? card.brand : brandOf(number);
      const lastFour = number.trim() === '' && card ? card.lastFour : digitsOf(number).slice(-4);
      return save({
        billing: { plan, card: { holder: holder.trim(), brand, lastFour, expires: monthOf(expires)!, country } },
      });
    },
  });
  const { values, errors: issues, set } = form;
  const field = (name: 'holder' | 'number' | 'expires' | 'code', write = (text: string) => text) => ({
    name,
    value: values[name],
    error: issues[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: write(event.currentTarget.value) }),
  });
  const brand = card && (card.brand === 'other' ? t('card') : BRANDS[card.brand]);
  return (
    <SettingsForm form={form}>
      <FormSection title={t('plan')} text={t('planText')}>
        <PlanChoice value={values.plan} onChange={(plan) => set({ plan })} />
      </FormSection>
      <FormSection title={t('payment')} text={t('paymentText')}>
        <TextInput label={t('holder')} required autoComplete="cc-name" maxLength={80} {...field('holder')} />
        <TextInput
          label={t('number')}
          required={card === null}
          inputMode="numeric"
          autoComplete="cc-number"
          {...(card && {
            placeholder: `•••• ${card.lastFour}`,
            description: t('numberHint', { brand: brand!, lastFour: card.lastFour }),
          })}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...field('number', (text) => (/[^\d\s-]/.test(text) ? text : grouped(text)))}
        />
        <TextInput
          data-half
          label={t('expires')}
          required
          placeholder={t('monthYear')}
          inputMode="numeric"
          autoComplete="cc-exp"
          maxLength={7}
          {...field('expires')}
        />
        <TextInput
          data-half
          label={t('code')}
          required={values.number.trim() !== '' || card === null}
          description={t('codeHint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={4}
          {...field('code')}
        />
        <CountrySelect label={t('cardCountry')} value={values.country} onChange={(country) => set({ country })} />
      </FormSection>
    </SettingsForm>
  );
}

const codeFits = (code: string, number: string) =>
  (brandOf(number) === 'amex' ? /^\d{4}$/ : /^\d{3}$/).test(code.trim());
