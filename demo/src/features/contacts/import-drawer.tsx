import { Button, Checkbox } from '@mantine/core';
import { DetailDrawer, Notice } from '@rise/ui';
import { IconUpload } from '@tabler/icons-react';
import { useState } from 'react';
import { ChooseFile } from '../../components/choose-file.tsx';
import { call } from '../../client/client.ts';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { offerUndo } from '../../components/undo.ts';
import type { Contact } from './contact.ts';
import { findKnown } from './duplicates.rules.ts';
import type { ContactDraft } from './files/contact-draft.ts';
import { useContactsTexts } from './contacts.texts.ts';
import { useContactFiles } from './use-contact-files.ts';
import classes from './contacts.module.css';

interface ImportDrawerProps {
  isOpen: boolean;
  contacts: readonly Contact[];
  onClose: () => void;
}

/** Imports the contacts of a file, after showing them and which of them are known. */
export function ImportDrawer({ isOpen, contacts, onClose }: ImportDrawerProps) {
  const t = useContactsTexts();
  const { read } = useContactFiles();
  const [chosen, setChosen] = useState<{ file: string; drafts: readonly ContactDraft[] | null } | null>(null);
  const choose = async (file: File | null) => {
    if (file) setChosen({ file: file.name, drafts: await read(file).catch(() => null) });
  };
  const close = () => {
    setChosen(null);
    onClose();
  };
  return (
    <DetailDrawer opened={isOpen} onClose={close} title={t('import')}>
      <div className={classes['form']}>
        <p className={classes['help']}>{t('fileText')}</p>
        <div>
          <ChooseFile accept=".vcf,.csv,text/vcard,text/csv" onChange={(file) => void choose(file)}>
            {(props) => (
              <Button {...props} variant={chosen?.drafts ? 'default' : 'filled'} leftSection={<IconUpload size={16} />}>
                {t('chooseFile')}
              </Button>
            )}
          </ChooseFile>
        </div>
        {chosen && !chosen.drafts && <Notice tone="negative">{t('fileUnreadable', { file: chosen.file })}</Notice>}
        {chosen?.drafts && (
          <Preview
            key={chosen.file}
            file={chosen.file}
            drafts={chosen.drafts}
            known={findKnown(chosen.drafts, contacts)}
            onDone={close}
          />
        )}
      </div>
    </DetailDrawer>
  );
}

/** How many of a file's contacts are listed. */
const LISTED = 50;

interface PreviewProps {
  file: string;
  drafts: readonly ContactDraft[];
  known: ReadonlySet<ContactDraft>;
  onDone: () => void;
}

function Preview({ file, drafts, known, onDone }: PreviewProps) {
  const t = useContactsTexts();
  const fail = useFailureDialog();
  const { create } = useContactFiles();
  const [isSkipping, setSkipping] = useState(true);
  const [isRunning, setRunning] = useState(false);
  const imported = isSkipping ? drafts.filter((draft) => !known.has(draft)) : drafts;
  const run = async () => {
    setRunning(true);
    try {
      const ids = await create(imported);
      offerUndo(t('imported', { count: ids.length }), () =>
        call('DELETE /api/apps/contacts/contacts', { body: { ids } }),
      );
      onDone();
    } catch (error) {
      setRunning(false);
      fail(error);
    }
  };
  return (
    <>
      <p role="status">{t('fileContacts', { file, count: drafts.length })}</p>
      <ul className={classes['preview']}>
        {drafts.slice(0, LISTED).map((draft, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the lines of a file have no other identity
          <li key={index}>
            <span>{draft.name}</span>
            <span className={classes['label']}>
              {known.has(draft) ? t('known') : (draft.company ?? draft.emails[0]?.email)}
            </span>
          </li>
        ))}
        {drafts.length > LISTED && (
          <li className={classes['label']}>{t('andMore', { count: drafts.length - LISTED })}</li>
        )}
      </ul>
      {known.size > 0 && (
        <Checkbox
          label={t('skipKnown', { count: known.size })}
          checked={isSkipping}
          onChange={() => setSkipping(!isSkipping)}
        />
      )}
      {imported.length === 0 ? (
        <p className={classes['help']}>{t('nothingNew')}</p>
      ) : (
        <div>
          <Button loading={isRunning} onClick={() => void run()}>
            {t('importCount', { count: imported.length })}
          </Button>
        </div>
      )}
    </>
  );
}
