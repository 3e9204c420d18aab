import { Button } from '@mantine/core';
import { DetailDrawer, EmptyState } from '@rise/ui';
import { IconArrowMerge } from '@tabler/icons-react';
import { Avatar } from '../../components/avatar.tsx';
import { AppLink } from '../../routing/link.tsx';
import { type Contact, CONTACTS } from './contact.ts';
import { useContactsTexts } from './contacts.texts.ts';
import { useContactActs } from './use-contact-acts.ts';
import classes from './contacts.module.css';

interface DuplicatesDrawerProps {
  isOpen: boolean;
  groups: readonly (readonly Contact[])[];
  onClose: () => void;
}

/** Contacts that seem to be the same person, to be merged. */
export function DuplicatesDrawer({ isOpen, groups, onClose }: DuplicatesDrawerProps) {
  const t = useContactsTexts();
  const { merge } = useContactActs();
  return (
    <DetailDrawer opened={isOpen} onClose={onClose} title={t('duplicatesTitle')}>
      {groups.length === 0 ? (
        <EmptyState art="list" title={t('noDuplicates')} text={t('noDuplicatesText')} />
      ) : (
        <div className={classes['form']}>
          <p className={classes['help']}>{t('mergeText')}</p>
          {groups.map((group) => (
            <section key={group[0]!.id} className={classes['group']} aria-label={group[0]!.name}>
              <ul className={classes['people']}>
                {group.map(({ id, name, avatar, company, emails, phoneNumbers }) => (
                  <li key={id}>
                    <AppLink still className={classes['person']} href={`${CONTACTS}/${id}`}>
                      <Avatar name={name} picture={avatar} size={32} />
                      <span className={classes['words']}>
                        <span className={classes['name']}>{name}</span>
                        <span className={classes['role']}>
                          {[company, emails[0]?.email ?? phoneNumbers[0]?.phoneNumber].filter(Boolean).join(' · ')}
                        </span>
                      </span>
                    </AppLink>
                  </li>
                ))}
              </ul>
              <Button
                variant="default"
                leftSection={<IconArrowMerge size={16} />}
                aria-label={t('mergeLabel', { name: group[0]!.name })}
                onClick={() => merge(group as [Contact, ...Contact[]])}
              >
                {t('merge')}
              </Button>
            </section>
          ))}
        </div>
      )}
    </DetailDrawer>
  );
}
