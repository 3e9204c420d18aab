import { calendar } from '@rise/contract';
import type { Argv } from 'yargs';
import { withDatabase } from '../command-context.ts';
import { setCalendar, showCalendar } from '../operations/calendar.ts';
import { checkWholeNumber, TENANT } from '../options.ts';

const REQUIRED_TENANT = { ...TENANT, demandOption: true } as const;
/** In the order of their numbers, from 1. */
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

export function calendarCommands(yargs: Argv): Argv {
  return yargs
    .command(
      'set',
      'Set how a tenant counts days, weeks and years',
      (command) =>
        command
          .option('tenant', REQUIRED_TENANT)
          .option('time-zone', { type: 'string', describe: 'Name of a time zone, such as America/Chicago' })
          .option('week-start', { choices: WEEKDAYS, describe: 'First day of the week' })
          .option('fiscal-year-start', { type: 'number', describe: 'First month of the fiscal year, 1 to 12' })
          .check(({ 'time-zone': timeZone, 'week-start': weekStart, 'fiscal-year-start': fiscalYearStart }) => {
            if ([timeZone, weekStart, fiscalYearStart].every((value) => value === undefined))
              throw new Error('set --time-zone, --week-start or --fiscal-year-start');
            if (timeZone !== undefined && !calendar.shape.timeZone.safeParse(timeZone).success)
              throw new Error(`--time-zone: '${timeZone}' is not the name of a time zone, such as America/Chicago`);
            checkWholeNumber('fiscal-year-start', fiscalYearStart, 1, 12);
            return true;
          }),
      ({ tenant, timeZone, weekStart, fiscalYearStart }) =>
        withDatabase((context) =>
          setCalendar(context, tenant, {
            ...(timeZone !== undefined && { timeZone }),
            ...(weekStart !== undefined && { weekStart: WEEKDAYS.indexOf(weekStart) + 1 }),
            ...(fiscalYearStart !== undefined && { fiscalYearStart }),
          }),
        ),
    )
    .command(
      'show',
      "Show a tenant's calendar",
      (command) => command.option('tenant', REQUIRED_TENANT),
      ({ tenant }) => withDatabase((context) => showCalendar(context, tenant)),
    );
}
