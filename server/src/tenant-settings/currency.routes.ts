import { handlers } from '../kernel/api/api.ts';
import type { CurrencyService } from './currency.service.ts';

export function currencyHandlers(currencies: CurrencyService) {
  return handlers({
    'GET /api/v1/currency': ({ actor }) => currencies.read(actor),
    'PATCH /api/v1/currency': ({ actor, body }) => currencies.set(actor, body.currency),
  });
}
