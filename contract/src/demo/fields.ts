import { z } from 'zod';

/** An id from a caller: any text, since an unknown id simply finds nothing. */
export const anyId = z.string();
export const byId = z.object({ id: anyId });

/** The response to a deletion; null where there was nothing to delete. */
export const deleted = z.literal(true).nullable();

/** A picture: a path of the demo or a data URL, never another server. */
export const picture = z.string().regex(/^(data:image\/|[^:]*$)/, 'Use a path, or a data:image/ address');

export const moment = z.iso.datetime();
