import { Button, Modal, NativeSelect, Progress } from '@mantine/core';
import type { InvitationResult, Language } from '@rise/contract';
import { INVITATION_DAYS } from '@rise/contract/people';
import { download } from '@rise/shell/files';
import { Notice, useFocusReturn } from '@rise/ui';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ShownOnce, useShownOnce } from '../../embedding/use-shown-once.ts';
import { type InvitedPerson, type InviteFile, readInviteFile } from './invite-file.rules.ts';
import { MAIL_LANGUAGES } from './invite-dialog.tsx';
import { problemText } from './problem-text.ts';
import { useInviteMany } from './users.queries.ts';
import classes from './users.module.css';

const MAX_BYTES = 1_000_000;
const EXAMPLE = 'email,role,groups,branch\nname@example.org,user,Lending|Board,12\n';

/** Invites those whom a CSV file lists. */
export default function InviteManyDialog({ onClose }: { onClose: () => void }) {
  useFocusReturn(true);
  const { t } = useTranslation();
  const shownOnce = useShownOnce(onClose);
  return (
    <Modal
      opened
      centered
      size="lg"
      onClose={shownOnce.close}
      title={t('users.inviteMany.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <InviteMany shownOnce={shownOnce} />
    </Modal>
  );
}

function InviteMany({ shownOnce }: { shownOnce: ShownOnce }) {
  const { t, i18n } = useTranslation();
  const [file, setFile] = useState<InviteFile | null>(null);
  const [language, setLanguage] = useState<Language>(i18n.language === 'tr' ? 'tr' : 'en');
  const [results, setResults] = useState<readonly InvitationResult[]>([]);
  const invite = useInviteMany((part) => {
    setResults((before) => [...before, ...part]);
    if (part.some(({ link }) => link !== null)) shownOnce.show();
  });
  const stop = useRef<AbortController | null>(null);
  // Closing the dialog stops it after the part that is running.
  useEffect(() => () => stop.current?.abort(), []);
  const people = file?.kind === 'people' ? file.people : [];
  const send = () => {
    stop.current = new AbortController();
    invite.mutate({ people, language, signal: stop.current.signal });
  };
  const isSent = invite.isPending || results.length > 0;
  return (
    <div className={classes.form}>
      {!isSent && (
        <>
          <p className={classes.text}>{t('users.inviteMany.help', { count: INVITATION_DAYS })}</p>
          <FileChoice onFile={setFile} />
          {file && <FileOutcome file={file} />}
          {people.length > 0 && (
            <NativeSelect
              label={t('users.invite.language')}
              description={t('users.invite.languageHelp')}
              value={language}
              onChange={({ currentTarget }) => setLanguage(currentTarget.value === 'tr' ? 'tr' : 'en')}
              data={[...MAIL_LANGUAGES]}
            />
          )}
        </>
      )}
      {isSent && <Sending people={people} results={results} isRunning={invite.isPending} onSaved={shownOnce.take} />}
      {invite.error && (
        <p role="alert" className={classes.error}>
          {problemText(invite.error, t)}
        </p>
      )}
      <div className={classes.end}>
        {invite.isPending ? (
          <Button variant="default" onClick={() => stop.current?.abort()}>
            {t('users.bulk.stop')}
          </Button>
        ) : (
          <Button variant="default" onClick={shownOnce.close}>
            {isSent ? t('users.invite.done') : t('common.cancel')}
          </Button>
        )}
        {!isSent && people.length > 0 && (
          <Button onClick={send}>{t('users.inviteMany.send', { count: people.length })}</Button>
        )}
      </div>
    </div>
  );
}

function FileChoice({ onFile }: { onFile: (file: InviteFile) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const read = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = currentTarget.files ?? [];
    if (!chosen) return;
    onFile(
      chosen.size > MAX_BYTES
        ? { kind: 'unfit', reason: 'unreadable', value: '' }
        : readInviteFile(await chosen.text()),
    );
    // The same file can be chosen again after it was corrected.
    if (input.current) input.current.value = '';
  };
  const saveExample = () => download(new Blob([`\uFEFF${EXAMPLE}`], { type: 'text/csv' }), 'invitations.csv');
  return (
    <div className={classes.fileButtons}>
      <input
        ref={input}
        type="file"
        accept=".csv,text/csv"
        hidden
        aria-label={t('users.inviteMany.choose')}
        onChange={(event) => void read(event)}
      />
      <Button data-autofocus leftSection={<IconUpload size={16} aria-hidden />} onClick={() => input.current?.click()}>
        {t('users.inviteMany.choose')}
      </Button>
      <Button variant="subtle" leftSection={<IconDownload size={16} aria-hidden />} onClick={saveExample}>
        {t('users.inviteMany.example')}
      </Button>
    </div>
  );
}

/** How many people the file has, and what is wrong with its other lines. */
function FileOutcome({ file }: { file: InviteFile }) {
  const { t } = useTranslation();
  if (file.kind === 'unfit')
    return <Notice tone="warning">{t(`users.inviteMany.unfit.${file.reason}`, { value: file.value })}</Notice>;
  return (
    <div>
      <p role="status" className={classes.text}>
        {t('users.inviteMany.found', { count: file.people.length })}
        {file.problems.length > 0 && ` ${t('users.inviteMany.leftOut', { count: file.problems.length })}`}
      </p>
      {file.problems.length > 0 && (
        <ul className={classes.failures}>
          {file.problems.map(({ line, problem, value }) => (
            <li key={line}>{t(`users.inviteMany.line.${problem}`, { line, value })}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface SendingProps {
  people: readonly InvitedPerson[];
  results: readonly InvitationResult[];
  isRunning: boolean;
  /** The links were downloaded. */
  onSaved: () => void;
}

function Sending({ people, results, isRunning, onSaved }: SendingProps) {
  const { t } = useTranslation();
  const failed = results.filter(({ problem }) => problem !== null);
  const links = results.filter(({ link }) => link !== null);
  const saveLinks = () => {
    const lines = links.map(({ email, link }) => `${email},${link!}`);
    download(new Blob([`\uFEFFemail,link\n${lines.join('\n')}\n`], { type: 'text/csv' }), 'invitation-links.csv');
    onSaved();
  };
  return (
    <div className={classes.form}>
      {isRunning && (
        <Progress
          value={(results.length / people.length) * 100}
          aria-label={t('users.inviteMany.progress')}
          size="sm"
        />
      )}
      <p role="status" className={classes.text}>
        {t(links.length > 0 ? 'users.inviteMany.outcomeLinks' : 'users.inviteMany.outcome', {
          finished: results.length,
          total: people.length,
          sent: results.length - failed.length,
          failed: failed.length,
        })}
      </p>
      {failed.length > 0 && (
        <ul className={classes.failures}>
          {failed.map(({ email, problem }) => (
            <li key={email}>
              <b>{email}</b>: {t(`users.problems.${problem!}`)}
            </li>
          ))}
        </ul>
      )}
      {!isRunning && links.length > 0 && (
        <>
          <Notice tone="warning">{t('users.inviteMany.noMail')}</Notice>
          <div className={classes.fileButtons}>
            <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={saveLinks}>
              {t('users.inviteMany.links')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
