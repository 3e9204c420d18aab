import { Button, NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../../session/session.ts';
import { groupsQuery } from '../model-editor.queries.ts';
import { ATTRIBUTE, MOST, READER_ROLES, type ReaderChoice, type ReaderRole } from './reader.rules.ts';
import classes from '../model-editor.module.css';

const ROLE_WORDS = {
  user: 'modelEditor.viewAs.user',
  admin: 'modelEditor.viewAs.admin',
  both: 'modelEditor.viewAs.both',
} as const satisfies Record<ReaderRole, string>;

export interface ReaderFieldsProps {
  /** Null: the author’s own rights. */
  reader: ReaderChoice | null;
  /** Attributes that row rules of the text compare with. */
  attributes: readonly string[];
  onChange: (reader: ReaderChoice | null) => void;
}

/** With whose rights figures are computed: the author’s, or those of a role with groups and attributes. */
export function ReaderFields({ reader, attributes, onChange }: ReaderFieldsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.panelBody}>
      <NativeSelect
        size="xs"
        label={t('modelEditor.viewAs.label')}
        value={reader?.role ?? ''}
        data={[
          { value: '', label: t('modelEditor.viewAs.self') },
          ...READER_ROLES.map((role) => ({ value: role, label: t(ROLE_WORDS[role]) })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          onChange(
            value === ''
              ? null
              : { groups: [], attributes: {}, ...reader, role: READER_ROLES.find((one) => one === value)! },
          )
        }
      />
      {reader && <Rights reader={reader} attributes={attributes} onChange={onChange} />}
    </div>
  );
}

function Rights({ reader, attributes, onChange }: ReaderFieldsProps & { reader: ReaderChoice }) {
  const { t } = useTranslation();
  const { permissions } = useSession();
  const groups = useQuery({ ...groupsQuery, enabled: permissions.includes('tenant.administer') });
  // Those that were added here stay while they have no values yet.
  const [added, setAdded] = useState<readonly string[]>([]);
  const names = [...new Set([...attributes, ...Object.keys(reader.attributes), ...added])].slice(0, MOST.attributes);
  return (
    <>
      <TagsInput
        size="xs"
        label={t('modelEditor.viewAs.groups')}
        description={t('modelEditor.viewAs.groupsHelp')}
        data={groups.data?.groups ?? []}
        maxTags={MOST.groups}
        maxLength={MOST.length}
        splitChars={[]}
        value={[...reader.groups]}
        onChange={(list) => onChange({ ...reader, groups: list })}
      />
      {names.map((name) => (
        <TagsInput
          key={name}
          size="xs"
          label={t('modelEditor.viewAs.values', { name })}
          maxTags={MOST.values}
          maxLength={MOST.length}
          splitChars={[',', ';']}
          value={[...(reader.attributes[name] ?? [])]}
          onChange={(list) => onChange({ ...reader, attributes: { ...reader.attributes, [name]: list } })}
        />
      ))}
      {names.length < MOST.attributes && <NewAttribute names={names} onAdd={(name) => setAdded([...added, name])} />}
      <Eyes reader={reader} lacking={attributes.filter((name) => (reader.attributes[name] ?? []).length === 0)} />
    </>
  );
}

/** Rules of a template compare with attributes that the text does not show. */
function NewAttribute({ names, onAdd }: { names: readonly string[]; onAdd: (name: string) => void }) {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [refused, setRefused] = useState(false);
  const add = () => {
    const entered = name.trim().replace(/^:?user_/, '');
    if (!ATTRIBUTE.test(entered) || names.includes(entered)) {
      setRefused(true);
      return;
    }
    onAdd(entered);
    setName('');
  };
  return (
    <form
      className={classes.addRow}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <TextInput
        size="xs"
        label={t('modelEditor.viewAs.attribute')}
        placeholder="branch"
        maxLength={46}
        value={name}
        error={refused ? t('users.rights.attributeWrong') : null}
        onChange={(event) => {
          setRefused(false);
          setName(event.currentTarget.value);
        }}
      />
      <Button type="submit" size="xs" variant="default">
        {t('users.rights.addAttribute')}
      </Button>
    </form>
  );
}

/** In words, whose eyes the figure is seen with. */
function Eyes({ reader, lacking }: { reader: ReaderChoice; lacking: readonly string[] }) {
  const { t } = useTranslation();
  const { role, groups, attributes } = reader;
  const parts = [
    t(ROLE_WORDS[role]),
    groups.length === 0
      ? t('modelEditor.viewAs.noGroups')
      : t('modelEditor.viewAs.inGroups', { count: groups.length, groups: groups.join(', ') }),
    ...Object.entries(attributes)
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => `${name} = ${values.join(', ')}`),
  ];
  return (
    <div role="status" className={classes.hint}>
      <p className={classes.eyes}>{t('modelEditor.viewAs.eyes', { reader: parts.join('; ') })}</p>
      {lacking.length > 0 && (
        <p className={classes.eyes}>{t('modelEditor.viewAs.lacking', { names: lacking.join(', ') })}</p>
      )}
      <p className={classes.eyes}>{t('modelEditor.viewAs.limits')}</p>
    </div>
  );
}
