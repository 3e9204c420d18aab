import { z } from 'zod';

/** A day of the calendar, 'YYYY-MM-DD'. Years begin with 1: not every warehouse has a year 0. */
export const calendarDay = (message: string) => z.iso.date(message).refine((day) => !day.startsWith('0000'), message);
