import type { Language } from '@rise/contract';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../client/client.ts';

export interface ContactFields {
  /** Name and email are omitted when signed in. */
  name?: string;
  email?: string;
  subject: string;
  message: string;
  language: Language;
  /** Honeypot field. */
  website: string;
}

/** Sends a message to the portal's operators. */
export function useContact() {
  return useMutation({ mutationFn: (body: ContactFields) => client.call('POST /api/v1/contact', { body }) });
}
