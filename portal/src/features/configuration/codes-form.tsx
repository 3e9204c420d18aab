import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { UnmappedCodes } from '@rise/contract';
import { formatInteger } from '@rise/ui';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../client/failure.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { useGiveMeanings, useTakeBack } from './configuration.queries.ts';
import { type CodeRow, RESERVED, reservedIn, rowsOf, SHOWN, writtenFor } from './meanings.rules.ts';
import classes from './configuration.module.css';

/** Codes without a meaning, each with a field to give it one; what was saved last can be taken back. */
export function CodesForm({ label, found }: { label: string; found: UnmappedCodes }) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [written, setWritten] = useState<Readonly<Record<string, string>>>({});
  const [tried, setTried] = useState(false);
  const give = useGiveMeanings(found);
  const takeBack = useTakeBack(found);
  const all = rowsOf(found.codes);
  const rows = all.slice(0, SHOWN);
  const meanings = writtenFor(rows, written);
  const count = Object.keys(meanings).length;
  const reserved = reservedIn(meanings);
  const write = (code: string, value: string) => setWritten((before) => ({ ...before, [code]: value }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (count === 0 || reserved.size > 0) {
      const [wrong = rows.find(({ elsewhere }) => !elsewhere)?.code] = reserved;
      const fields = [...(form.current?.elements ?? [])] as HTMLInputElement[];
      fields.find(({ name }) => name === wrong)?.focus();
      return;
    }
    takeBack.reset();
    give.mutate(meanings, {
      onSuccess: () => {
        setWritten({});
        setTried(false);
      },
    });
  };
  const error = give.error ?? takeBack.error;
  return (
    <>
      <div role="status" className={classes.saved}>
        {takeBack.isSuccess
          ? t('configuration.takenBack')
          : give.isSuccess && (
              <>
                {t('configuration.saved', { count: give.data.count })}{' '}
                <Button
                  variant="default"
                  size="compact-sm"
                  loading={takeBack.isPending}
                  onClick={() => takeBack.mutate(give.data)}
                >
                  {t('configuration.undo')}
                </Button>
              </>
            )}
      </div>
      {error && (
        <p role="alert" className={classes.error}>
          {failureText(error, t).message}
        </p>
      )}
      {rows.length > 0 && (
        <form ref={form} noValidate onSubmit={submit}>
          <div className={classes.scroll}>
            <table className={classes.codes} aria-label={label}>
              <thead>
                <tr>
                  <th scope="col">{t('configuration.columns.code')}</th>
                  <th scope="col">{t('configuration.columns.dataset')}</th>
                  <th scope="col" className={classes.figure}>
                    {t('configuration.columns.rows')}
                  </th>
                  <th scope="col">{t('configuration.columns.meaning')}</th>
                </tr>
              </thead>
              <tbody>
                {rows.map((row) => (
                  <CodeLine
                    key={row.code}
                    row={row}
                    targets={found.mapping?.targets ?? null}
                    value={written[row.code] ?? ''}
                    fault={tried && reserved.has(row.code) ? t('configuration.reserved', { word: RESERVED }) : null}
                    onChange={write}
                  />
                ))}
              </tbody>
            </table>
          </div>
          {all.length > rows.length && (
            <p className={classes.remedy}>{t('configuration.more', { count: all.length - rows.length })}</p>
          )}
          {tried && count === 0 && (
            <p role="alert" className={classes.error}>
              {t('configuration.nothing')}
            </p>
          )}
          <div className={classes.actions}>
            <Button type="submit" loading={give.isPending}>
              {t('configuration.save')}
            </Button>
          </div>
        </form>
      )}
    </>
  );
}

function CodeLine(props: {
  row: CodeRow;
  targets: NonNullable<UnmappedCodes['mapping']>['targets'];
  value: string;
  fault: string | null;
  onChange: (code: string, value: string) => void;
}) {
  const { row, targets, value, fault, onChange } = props;
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const field = {
    name: row.code,
    'aria-label': t('configuration.meaningOf', { code: row.code }),
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(row.code, event.currentTarget.value),
    ...(fault !== null && { error: fault }),
  };
  return (
    <tr>
      <th scope="row" className={classes.code}>
        {row.code}
      </th>
      <td>{row.datasets.map(({ title }) => localize(title)).join(', ')}</td>
      <td className={classes.figure}>{formatInteger(row.rows, i18n.language)}</td>
      <td>
        {row.elsewhere ? (
          t('configuration.elsewhere')
        ) : targets === null ? (
          <TextInput {...field} maxLength={200} />
        ) : (
          <NativeSelect
            {...field}
            data={[
              { value: '', label: t('configuration.choose') },
              ...targets.map((target) => ({ value: target.value, label: localize(target.title) })),
            ]}
          />
        )}
      </td>
    </tr>
  );
}
