import { z } from 'zod';

/** An id as a caller names it: any text, for what names nothing finds nothing. */
export const anyId = z.string();
export const byId = z.object({ id: anyId });

/** The answer to a deletion; null where there was nothing to delete. */
export const deleted = z.literal(true).nullable();

/** A picture: a path of the suite or a data address, never somebody else's server. */
export const picture = z.string().regex(/^(data:image\/|[^:]*$)/, 'Use a path, or a data:image/ address');

export const moment = z.iso.datetime();
export const colour = z.string().regex(/^#[0-9a-f]{6}$/i, 'Use a colour such as #4348c8');
