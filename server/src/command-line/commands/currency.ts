import { currencyCode } from '@rise/contract';
import type { Argv } from 'yargs';
import { withDatabase } from '../command-context.ts';
import { setCurrency, showCurrency } from '../operations/currency.ts';
import { TENANT } from '../options.ts';

const REQUIRED_TENANT = { ...TENANT, demandOption: true } as const;

export function currencyCommands(yargs: Argv): Argv {
  return yargs
    .command(
      'set [code]',
      'Set the currency that a tenant reports in',
      (command) =>
        command
          .positional('code', { type: 'string', describe: 'Currency code of ISO 4217, such as EUR' })
          .option('tenant', REQUIRED_TENANT)
          .option('model', { type: 'boolean', describe: "Return to the model's currency" })
          .check(({ code, model }) => {
            if ((code === undefined) === (model !== true)) throw new Error('name a currency such as EUR, or --model');
            if (code !== undefined && !currencyCode.safeParse(code).success)
              throw new Error(`'${code}' is not a currency code of ISO 4217, such as EUR`);
            return true;
          }),
      ({ tenant, code }) => withDatabase((context) => setCurrency(context, tenant, code ?? null)),
    )
    .command(
      'show',
      'Show the currency that a tenant reports in',
      (command) => command.option('tenant', REQUIRED_TENANT),
      ({ tenant }) => withDatabase((context) => showCurrency(context, tenant)),
    );
}
