import type { ErrorBody } from '@rise/contract';
import type { TFunction } from 'i18next';
import { errorBodyText } from '../../../client/error-text.ts';

/** Megabytes. */
export const sizeFormat = (locale: string): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });

/** The server says which tile it is about, and why; everything else has words of ours. */
const FROM_SERVER = new Set(['QUERY_INVALID', 'CONFLICT', 'PAYLOAD_TOO_LARGE']);

/** Why an export was not written. */
export const failureText = ({ code, message }: { code: string; message: string }, t: TFunction): string =>
  FROM_SERVER.has(code)
    ? message
    : errorBodyText({ code: code as ErrorBody['error']['code'], message, requestId: '' }, t).message;
