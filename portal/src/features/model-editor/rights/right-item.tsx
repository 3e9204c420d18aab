import { Button, MultiSelect, TagsInput } from '@mantine/core';
import type { ModelIssueDetail, Role } from '@rise/contract';
import { Notice } from '@rise/ui';
import { IconAlertCircle, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ROLE_NAMES } from '../../../session/role-names.ts';
import { useSession } from '../../../session/session.ts';
import { Entry } from '../fields.tsx';
import { groupsQuery } from '../model-editor.queries.ts';
import { type Problems, problemsUnder } from '../problems.rules.ts';
import { type RightAddress, type RightPatch, rightPath, type Readers, type TextRight } from './rights.rules.ts';
import classes from '../model-editor.module.css';

/** Errors of these are shown at the field. */
const PLACES = [['name'], ['title'], ['where'], ['columns'], ['appliesTo'], ['exceptFor']];

export interface RightItemProps {
  /** Of the button that shows its fields. */
  id: string;
  text: string;
  right: TextRight;
  address: RightAddress;
  issues: readonly ModelIssueDetail[];
  /** `table.column` of the dataset's tables. */
  columns: readonly string[];
  open: boolean;
  onOpen: (open: boolean) => void;
  onChange: (patch: RightPatch) => void;
  onRemove: () => void;
}

/** A row rule or column mask: what it hides, and its fields. */
export function RightItem(props: RightItemProps) {
  const { id, text, right, address, issues, open, onOpen } = props;
  const { t, i18n } = useTranslation();
  const fields = useId();
  const problems = problemsUnder(issues, rightPath(text, address), PLACES);
  const isWrong = problems.rest.length > 0 || PLACES.some((place) => problems.at(place) !== null);
  const title = (i18n.language === 'tr' && right.titleTr) || right.titleEn || right.name;
  return (
    <li className={classes.rightItem}>
      <button
        id={id}
        type="button"
        className={classes.rightHead}
        aria-expanded={open}
        aria-controls={fields}
        onClick={() => onOpen(!open)}
      >
        {open ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
        <span className={classes.rightTitle}>{title}</span>
        {isWrong && (
          <IconAlertCircle size={16} className={classes.wrong} role="img" aria-label={t('modelEditor.rights.wrong')} />
        )}
      </button>
      {!open && (right.where !== '' || right.columns.length > 0) && (
        <code className={classes.rightText}>{right.where || right.columns.join(', ')}</code>
      )}
      <div id={fields}>{open && <RightFields {...props} problems={problems} />}</div>
    </li>
  );
}

function RightFields(props: RightItemProps & { problems: Problems }) {
  const { right, address, columns, problems, onChange, onRemove } = props;
  const { t } = useTranslation();
  const titleProblem = problems.at(['title']);
  return (
    <form
      className={classes.panelBody}
      aria-label={t('modelEditor.form.label', { name: right.name })}
      onSubmit={(event) => event.preventDefault()}
    >
      {problems.rest.length > 0 && <Notice tone="warning">{problems.rest.join(' ')}</Notice>}
      {address.list === 'rules' ? (
        <Entry
          label={t('modelEditor.form.where')}
          description={t('modelEditor.rights.whereHelp')}
          value={right.where}
          lines={2}
          error={problems.at(['where'])}
          onChange={(where) => onChange({ where })}
        />
      ) : (
        <TagsInput
          size="xs"
          label={t('modelEditor.rights.columns')}
          description={t('modelEditor.rights.columnsHelp')}
          data={[...columns]}
          limit={100}
          error={problems.at(['columns'])}
          value={[...right.columns]}
          onChange={(list) => onChange({ columns: list })}
        />
      )}
      <ReadersFields
        words={['modelEditor.rights.roles', 'modelEditor.rights.groups', 'modelEditor.rights.everyone']}
        value={right.appliesTo}
        error={problems.at(['appliesTo'])}
        onChange={(appliesTo) => onChange({ appliesTo })}
      />
      <ReadersFields
        words={['modelEditor.rights.exceptRoles', 'modelEditor.rights.exceptGroups', 'modelEditor.rights.nobody']}
        value={right.exceptFor}
        error={problems.at(['exceptFor'])}
        onChange={(exceptFor) => onChange({ exceptFor })}
      />
      <Entry
        label={t('modelEditor.tests.name')}
        value={right.name}
        error={problems.at(['name'])}
        onChange={(name) => onChange({ name })}
      />
      <Entry
        label={t('modelEditor.form.titleEn')}
        value={right.titleEn}
        error={titleProblem}
        onChange={(titleEn) => onChange({ titleEn })}
      />
      <Entry
        label={t('modelEditor.form.titleTr')}
        value={right.titleTr}
        onChange={(titleTr) => onChange({ titleTr })}
      />
      <Button size="xs" variant="subtle" color="negative" className={classes.keep} onClick={onRemove}>
        {t('modelEditor.rights.remove', { name: right.name })}
      </Button>
    </form>
  );
}

type Words =
  | readonly ['modelEditor.rights.roles', 'modelEditor.rights.groups', 'modelEditor.rights.everyone']
  | readonly ['modelEditor.rights.exceptRoles', 'modelEditor.rights.exceptGroups', 'modelEditor.rights.nobody'];

const NOBODY: Readers = { roles: [], groups: [] };
const ROLES = Object.keys(ROLE_NAMES) as Role[];

/** Whom a rule or mask names, by role or group. */
function ReadersFields(props: {
  words: Words;
  value: Readers | null;
  error: string | null;
  onChange: (readers: Readers) => void;
}) {
  const { words, value, error, onChange } = props;
  const { t } = useTranslation();
  const { permissions } = useSession();
  const groups = useQuery({ ...groupsQuery, enabled: permissions.includes('tenant.administer') });
  const { roles, groups: named } = value ?? NOBODY;
  const [rolesLabel, groupsLabel, without] = words;
  // The text may say that it applies to no role and no group, which is not the same as saying nothing.
  const isEmpty = value !== null && roles.length + named.length === 0;
  return (
    <>
      <MultiSelect
        size="xs"
        label={t(rolesLabel)}
        description={isEmpty ? t('modelEditor.rights.nobody') : value === null ? t(without) : undefined}
        error={error}
        // A role that this form does not know stays.
        data={[
          ...ROLES.map((role) => ({ value: role, label: t(ROLE_NAMES[role]) })),
          ...roles.filter((role) => !(role in ROLE_NAMES)).map((role) => ({ value: role, label: role })),
        ]}
        value={[...roles]}
        onChange={(list) => onChange({ roles: list, groups: named })}
      />
      <TagsInput
        size="xs"
        label={t(groupsLabel)}
        data={groups.data?.groups ?? []}
        splitChars={[]}
        value={[...named]}
        onChange={(list) => onChange({ roles, groups: list })}
      />
    </>
  );
}
