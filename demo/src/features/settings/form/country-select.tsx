import { Select } from '@mantine/core';
import { useDemoQuery } from '../../../client/queries.ts';
import { useSettingsTexts } from '../settings.texts.ts';

interface CountrySelectProps {
  label: string;
  value: string;
  onChange: (iso: string) => void;
  'data-half'?: boolean;
}

/** A country select with search by part of the name. */
export function CountrySelect({ onChange, ...props }: CountrySelectProps) {
  const t = useSettingsTexts();
  const countries = useDemoQuery('contacts', 'GET /api/apps/contacts/countries');
  return (
    <Select
      {...props}
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('noCountry')}
      data={(countries.data ?? []).map(({ iso, name }) => ({ value: iso, label: name }))}
      onChange={(iso) => iso !== null && onChange(iso)}
    />
  );
}
