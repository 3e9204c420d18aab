import { Checkbox, Group, NativeSelect, Select } from '@mantine/core';
import type { FigureCourse } from '@rise/contract';
import { useFigure } from '@rise/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../client/error-text.ts';
import { useLocalize } from '../../../i18n/use-language.ts';
import { dimensionNamed } from '../fields.ts';
import { useOpenReport } from '../report-context.ts';
import type { ScopeChoice, ScopeDraft } from './alert-scope.rules.ts';
import panels from '../panels.module.css';

interface ScopeFieldsProps {
  scope: ScopeDraft;
  choices: readonly ScopeChoice[];
  /** The dimensions of the tile that have members. */
  fields: readonly string[];
  dataset: string | undefined;
  /** The members that one of can be chosen. */
  members: UseQueryResult<FigureCourse>;
  isSubmitted: boolean;
  onChange: (scope: ScopeDraft) => void;
}

/** Which figure of the tile: that of all members, of one, of each, or what it says of the peers. */
export function ScopeFields({ scope, choices, fields, dataset, members, isSubmitted, onChange }: ScopeFieldsProps) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const { report } = useOpenReport();
  if (choices.length < 2) return null;
  const titleOf = (field: string) => {
    const dimension = dimensionNamed(report, field, dataset);
    return dimension ? localize(dimension.title) : field;
  };
  const hasMembers = scope.choice === 'any' || scope.choice === 'member';
  return (
    <>
      <NativeSelect
        label={t('report.alerts.form.scope')}
        description={scope.choice === 'any' ? t('report.alerts.form.anyHelp') : undefined}
        value={scope.choice}
        data={choices.map((value) => ({ value, label: t(`report.alerts.form.scopes.${value}`) }))}
        onChange={({ currentTarget }) => onChange({ ...scope, choice: currentTarget.value as ScopeChoice })}
      />
      {hasMembers && fields.length > 1 && (
        <Checkbox.Group
          label={t('report.alerts.form.fields')}
          value={[...scope.fields]}
          error={isSubmitted && scope.fields.length === 0 ? t('report.alerts.form.fieldless') : null}
          onChange={(chosen) =>
            // In the order of the tile, whichever was ticked first.
            onChange({ ...scope, fields: fields.filter((field) => chosen.includes(field)), member: null })
          }
        >
          <Group mt={6} gap="md">
            {fields.map((field) => (
              <Checkbox key={field} value={field} label={titleOf(field)} />
            ))}
          </Group>
        </Checkbox.Group>
      )}
      {scope.choice === 'member' && (
        <MemberSelect scope={scope} members={members} isSubmitted={isSubmitted} onChange={onChange} />
      )}
    </>
  );
}

function MemberSelect({
  scope,
  members,
  isSubmitted,
  onChange,
}: Pick<ScopeFieldsProps, 'scope' | 'members' | 'isSubmitted' | 'onChange'>) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const write = useFigure();
  if (members.isError)
    return (
      <p role="alert" className={panels.error}>
        {errorText(members.error, t).message}
      </p>
    );
  const { data } = members;
  const latest = data?.points.findLastIndex(({ isOpen }) => !isOpen) ?? -1;
  return (
    <Select
      searchable
      label={t('report.alerts.form.member')}
      description={data?.isTruncated ? t('report.alerts.form.manyMembers', { count: data.members?.length ?? 0 }) : null}
      placeholder={t('report.alerts.form.memberPlaceholder')}
      nothingFoundMessage={t('report.alerts.form.noMember')}
      disabled={!data}
      limit={100}
      data={(data?.members ?? []).map(({ key, label, values }) => {
        const value = values[latest] ?? null;
        const name = localize(label);
        return { value: key, label: value === null ? name : `${name} (${write(value, data!.figure.format)})` };
      })}
      value={scope.member}
      error={isSubmitted && scope.member === null ? t('report.alerts.form.memberless') : null}
      onChange={(member) => onChange({ ...scope, member })}
    />
  );
}
