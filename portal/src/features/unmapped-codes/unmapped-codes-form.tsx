import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { UnmappedCodes } from '@rise/contract';
import { formatInteger } from '@rise/ui';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import { useMapCodes, useUndoMapping } from './unmapped-codes.queries.ts';
import {
  type CodeRow,
  enteredValues,
  findReserved,
  groupByCode,
  MAX_ROWS,
  RESERVED_VALUE,
} from './unmapped-codes.rules.ts';
import classes from './unmapped-codes.module.css';

/** Unmapped codes, each with a field for its value; the last saved change can be undone. */
export function UnmappedCodesForm({ label, unmapped }: { label: string; unmapped: UnmappedCodes }) {
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [submitted, setSubmitted] = useState(false);
  const mapCodes = useMapCodes(unmapped);
  const undo = useUndoMapping(unmapped);
  const all = groupByCode(unmapped.codes);
  const rows = all.slice(0, MAX_ROWS);
  const entered = enteredValues(rows, values);
  const isEmpty = Object.keys(entered).length === 0;
  const reserved = findReserved(entered);
  const focusFirstInvalid = () => {
    const [invalid = rows.find(({ elsewhere }) => !elsewhere)?.code] = reserved;
    const fields = [...(form.current?.elements ?? [])] as HTMLInputElement[];
    fields.find(({ name }) => name === invalid)?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (isEmpty || reserved.size > 0) return focusFirstInvalid();
    undo.reset();
    mapCodes.mutate(entered, {
      onSuccess: () => {
        setValues({});
        setSubmitted(false);
      },
    });
  };
  const error = mapCodes.error ?? undo.error;
  return (
    <>
      <SaveStatus mapCodes={mapCodes} undo={undo} />
      {error && <FormError message={errorText(error, t).message} />}
      {rows.length > 0 && (
        <form ref={form} noValidate onSubmit={submit}>
          <CodesTable label={label}>
            {rows.map((row) => (
              <CodeTableRow
                key={row.code}
                row={row}
                targets={unmapped.mapping?.targets ?? null}
                value={values[row.code] ?? ''}
                error={
                  submitted && reserved.has(row.code) ? t('unmappedCodes.reserved', { word: RESERVED_VALUE }) : null
                }
                onChange={(value) => setValues((before) => ({ ...before, [row.code]: value }))}
              />
            ))}
          </CodesTable>
          {all.length > rows.length && (
            <p className={classes.remedy}>{t('unmappedCodes.more', { count: all.length - rows.length })}</p>
          )}
          {submitted && isEmpty && <FormError message={t('unmappedCodes.nothing')} />}
          <div className={classes.actions}>
            <Button type="submit" loading={mapCodes.isPending}>
              {t('unmappedCodes.save')}
            </Button>
          </div>
        </form>
      )}
    </>
  );
}

function FormError({ message }: { message: string }) {
  return (
    <p role="alert" className={classes.error}>
      {message}
    </p>
  );
}

function SaveStatus(props: { mapCodes: ReturnType<typeof useMapCodes>; undo: ReturnType<typeof useUndoMapping> }) {
  const { mapCodes, undo } = props;
  const { t } = useTranslation();
  return (
    <div role="status" className={classes.saved}>
      {undo.isSuccess
        ? t('unmappedCodes.undone')
        : mapCodes.isSuccess && (
            <>
              {t('unmappedCodes.saved', { count: mapCodes.data.count })}{' '}
              <Button
                variant="default"
                size="compact-sm"
                loading={undo.isPending}
                onClick={() => undo.mutate(mapCodes.data)}
              >
                {t('unmappedCodes.undo')}
              </Button>
            </>
          )}
    </div>
  );
}

function CodesTable({ label, children }: { label: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={classes.scroll}>
      <table className={classes.codes} aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{t('unmappedCodes.columns.code')}</th>
            <th scope="col">{t('unmappedCodes.columns.dataset')}</th>
            <th scope="col" className={classes.figure}>
              {t('unmappedCodes.columns.rows')}
            </th>
            <th scope="col">{t('unmappedCodes.columns.value')}</th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function CodeTableRow(props: {
  row: CodeRow;
  targets: NonNullable<UnmappedCodes['mapping']>['targets'];
  value: string;
  error: string | null;
  onChange: (value: string) => void;
}) {
  const { row, targets, value, error, onChange } = props;
  const { t, i18n } = useTranslation();
  const localize = useLocalize();
  const field = {
    name: row.code,
    'aria-label': t('unmappedCodes.valueOf', { code: row.code }),
    value,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
    ...(error !== null && { error }),
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
          t('unmappedCodes.elsewhere')
        ) : targets === null ? (
          <TextInput {...field} maxLength={200} />
        ) : (
          <NativeSelect
            {...field}
            data={[
              { value: '', label: t('unmappedCodes.choose') },
              ...targets.map((target) => ({ value: target.value, label: localize(target.title) })),
            ]}
          />
        )}
      </td>
    </tr>
  );
}
