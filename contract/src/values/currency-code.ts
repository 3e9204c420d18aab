import { z } from 'zod';

/** ISO 4217, also of currencies that are no longer in use: EUR, TRY, DEM. */
export const currencyCode = z
  .string()
  .max(3, 'Use a currency code of ISO 4217, such as EUR')
  .refine(
    (code) => code.length > 3 || Intl.supportedValuesOf('currency').includes(code),
    'Use a currency code of ISO 4217, such as EUR',
  );
