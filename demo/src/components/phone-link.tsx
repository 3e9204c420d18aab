import { useDemoQuery } from '../client/queries.ts';

interface PhoneLinkProps {
  /** `country`: two lower-case letters. */
  number: { country: string; phoneNumber: string };
  className?: string | undefined;
}

/** A number with the dialing code of its country, which calls it. */
export function PhoneLink({ number: { country, phoneNumber }, className }: PhoneLinkProps) {
  const { data: countries = [] } = useDemoQuery('contacts', 'GET /api/apps/contacts/countries');
  const code = countries.find(({ iso }) => iso === country)?.code ?? '';
  return (
    <a className={className} href={`tel:${code}${phoneNumber.replaceAll(/\D/g, '')}`}>
      {`${code} ${phoneNumber}`.trim()}
    </a>
  );
}
