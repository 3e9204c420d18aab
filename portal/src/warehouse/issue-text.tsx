import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './source.module.css';

/** The first line of a server's message; statements that remedy the issue are in those below. */
export const summaryOf = (message: string): string => message.split('\n', 1)[0]!;

/** A server's message, with statements to copy where it has some. */
export function IssueText({ message }: { message: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  const summary = summaryOf(message);
  const statements = message.slice(summary.length + 1);
  const copy = async () => {
    await navigator.clipboard.writeText(statements);
    setCopied(true);
  };
  return (
    <>
      <p className={classes.issue} lang="en">
        {summary}
      </p>
      {statements !== '' && (
        <>
          <pre className={classes.statements} translate="no">
            {statements}
          </pre>
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.copy}
            leftSection={copied ? <IconCheck size={14} aria-hidden /> : <IconCopy size={14} aria-hidden />}
            onClick={() => void copy()}
          >
            {t(copied ? 'sources.statements.copied' : 'sources.statements.copy')}
          </Button>
        </>
      )}
    </>
  );
}
