import type { Language } from '@rise/contract';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

export interface ContactFields {
  /** Of a signed-in person both are known. */
  name?: string;
  email?: string;
  subject: string;
  message: string;
  language: Language;
  /** What only a program fills in. */
  website: string;
}

/** Writes to those who run the portal. */
export function useContact() {
  return useMutation({ mutationFn: (body: ContactFields) => client.call('POST /api/v1/contact', { body }) });
}
