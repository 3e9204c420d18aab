import type { ReportingCurrency } from '@rise/contract';
import { CurrencyService } from '../../tenant-settings/currency.service.ts';
import { tenantActor, withWarehouses, type CommandContext } from '../command-context.ts';

const ORIGINS = { setting: 'as set', model: "as its model's", default: 'as neither a setting nor its model says' };
const describe = ({ currency, from }: ReportingCurrency): string => `${currency}, ${ORIGINS[from]}`;

export function showCurrency(context: CommandContext, slug: string): Promise<void> {
  const { database } = context;
  return withWarehouses(context, async ({ warehouses }) => {
    const currency = await new CurrencyService({ database, warehouses }).read(await tenantActor(context, slug));
    context.say(`${slug} reports in ${describe(currency)}.`);
  });
}

/** Sets the currency that a tenant reports in; null returns to its model's. */
export function setCurrency(context: CommandContext, slug: string, code: string | null): Promise<void> {
  const { database } = context;
  return withWarehouses(context, async ({ warehouses }) => {
    const currencies = new CurrencyService({ database, warehouses });
    const { changed, ...currency } = await currencies.set(await tenantActor(context, slug), code);
    context.say(`${changed ? 'Set' : 'No changes'}: ${slug} reports in ${describe(currency)}.`);
  });
}
