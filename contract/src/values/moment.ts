import { z } from 'zod';

const FIRST = Date.parse('0001-01-01T00:00:00Z');
const LAST = Date.parse('9999-12-31T23:59:59.999Z');

/** A point in time that a caller writes, with any offset; read as UTC. The years 1 to 9999, which the database can store. */
export const moment = z.iso
  .datetime({ offset: true })
  .overwrite((text) => {
    const time = Date.parse(text);
    return Number.isNaN(time) ? text : new Date(time).toISOString();
  })
  .refine((text) => Date.parse(text) >= FIRST && Date.parse(text) <= LAST, {
    message: 'Use a year from 1 to 9999',
  });
