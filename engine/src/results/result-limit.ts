/** Default size limit of one result, in bytes of the JSON that is sent. */
export const MAX_RESULT_BYTES = 16 * 1024 * 1024;

/** Rows that are encoded before the size is checked and other work gets its turn. */
export const ENCODED_AT_ONCE = 256;

/**
 * Bodies from this size on are stored as bytes: they are encoded once, and all responses that send them share that
 * one copy. Strings would be copied for each response.
 */
const SHARED_FROM = 64 * 1024;

/** A body as it is cached and sent: bytes in UTF-8 if it is large, else a string. */
export type BodyText = string | Buffer;

export const bodyOf = (text: string): BodyText => (text.length < SHARED_FROM ? text : Buffer.from(text));

/** Memory that a body takes, in bytes. */
export const bytesOfBody = (body: BodyText): number => (typeof body === 'string' ? body.length * 2 : body.length);
