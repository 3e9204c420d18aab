import { z } from 'zod';

/**
 * A value of one of several kinds, told apart by its `kind`: only the alternative that it names is read. A value without
 * a kind is tried as each, so that an alternative may have a default.
 */
export const ofKinds = <const T extends readonly [z.core.$ZodTypeDiscriminable, ...z.core.$ZodTypeDiscriminable[]]>(
  alternatives: T,
) => z.discriminatedUnion('kind', alternatives, { unionFallback: true });
