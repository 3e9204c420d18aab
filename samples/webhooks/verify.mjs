import { createHmac, timingSafeEqual } from 'node:crypto';

/** Seconds by which the clocks may differ; older deliveries are refused, so that none can be repeated later. */
const TOLERANCE = 300;

/**
 * Whether a delivery is from Rise, unchanged and recent.
 * @param {{ secret: string, signature: string, body: string }} delivery `signature`: the header Rise-Signature;
 *   `body`: the text as it was received, before it is parsed
 */
export function isFromRise({ secret, signature, body }) {
  const [, time, sent] = /^t=(\d+),v1=([\da-f]{64})$/.exec(signature) ?? [];
  if (!time || !sent || Math.abs(Date.now() / 1000 - Number(time)) > TOLERANCE) return false;
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  return timingSafeEqual(expected, Buffer.from(sent, 'hex'));
}
