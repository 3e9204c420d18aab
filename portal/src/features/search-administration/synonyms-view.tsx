import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { Language, NewSearchSynonym, SearchSynonym } from '@rise/contract';
import { LONGEST_TERM, SEARCH_PAGE } from '@rise/contract/search-words';
import { EmptyState, ErrorState, TableSkeleton } from '@rise/ui';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import type { OnDone, Undo } from '../../page-frame/done-line.tsx';
import { ListPages } from '../../page-frame/list-pages.tsx';
import { synonymsQuery, useDeleteSynonym, useSaveSynonym } from './search-administration.queries.ts';
import type { SearchAdministrationState } from './search-administration.state.ts';
import cards from '../../embedding/cards.module.css';
import classes from './search-administration.module.css';

export interface ViewProps {
  state: SearchAdministrationState;
  onChange: (next: Partial<SearchAdministrationState>, replace?: boolean) => void;
  onDone: OnDone;
}

const EMPTY: NewSearchSynonym = { language: 'en', from: '', to: '', isTwoWay: true };

/** Words that mean the same to the search. */
export function SynonymsView({ state: { search, page }, onChange, onDone }: ViewProps) {
  const { t } = useTranslation();
  const found = useQuery(synonymsQuery(search, page));
  const [edited, setEdited] = useState<SearchSynonym | null>(null);
  const from = useRef<HTMLInputElement>(null);
  const edit = (synonym: SearchSynonym | null) => {
    setEdited(synonym);
    from.current?.focus();
  };
  return (
    <section className={cards.card} aria-label={t('searchAdmin.views.synonyms')}>
      <p className={`${classes.hint} ${classes.intro}`}>{t('searchAdmin.synonyms.help')}</p>
      <SynonymForm key={edited?.id ?? 'new'} ref={from} edited={edited} onEnd={() => edit(null)} onDone={onDone} />
      {(search !== '' || (found.data?.total ?? 0) > 0) && (
        <div className={classes.search} role="search">
          <TextInput
            type="search"
            aria-label={t('searchAdmin.synonyms.search')}
            placeholder={t('searchAdmin.synonyms.search')}
            maxLength={LONGEST_TERM}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={search}
            onChange={({ currentTarget }) => onChange({ search: currentTarget.value, page: 1 }, true)}
          />
        </div>
      )}
      {found.isError ? (
        <ErrorState {...errorText(found.error, t)} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <TableSkeleton rows={6} columns={4} />
      ) : found.data.synonyms.length === 0 ? (
        <EmptyState
          art={search === '' ? 'list' : 'search'}
          title={t(search === '' ? 'searchAdmin.synonyms.none' : 'searchAdmin.synonyms.noneFound')}
        />
      ) : (
        <>
          <SynonymTable
            synonyms={found.data.synonyms}
            onEdit={edit}
            onDeleted={(message, undo) => {
              if (edited) setEdited(null);
              onDone(message, undo);
              from.current?.focus();
            }}
          />
          <ListPages
            label={t('searchAdmin.synonyms.pages')}
            page={page}
            size={SEARCH_PAGE}
            total={found.data.total}
            onChange={(next) => onChange({ page: next })}
          />
        </>
      )}
    </section>
  );
}

interface SynonymFormProps {
  ref: React.RefObject<HTMLInputElement | null>;
  /** Null: a new one. */
  edited: SearchSynonym | null;
  onEnd: () => void;
  onDone: (message: string) => void;
}

function SynonymForm({ ref, edited, onEnd, onDone }: SynonymFormProps) {
  const { t } = useTranslation();
  const [values, setValues] = useState<NewSearchSynonym>(() => {
    if (!edited) return EMPTY;
    const { id: _, ...fields } = edited;
    return fields;
  });
  const save = useSaveSynonym();
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    const { from, to } = values;
    save.mutate(
      { id: edited?.id ?? null, body: values },
      {
        onSuccess: () => {
          onDone(t('searchAdmin.synonyms.saved', { from: from.trim(), to: to.trim() }));
          setValues({ ...EMPTY, language: values.language });
          onEnd();
        },
      },
    );
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <TextInput
        ref={ref}
        label={t('searchAdmin.synonyms.from')}
        required
        maxLength={LONGEST_TERM}
        value={values.from}
        onChange={({ currentTarget }) => setValues({ ...values, from: currentTarget.value })}
      />
      <TextInput
        label={t('searchAdmin.synonyms.to')}
        required
        maxLength={LONGEST_TERM}
        value={values.to}
        onChange={({ currentTarget }) => setValues({ ...values, to: currentTarget.value })}
      />
      <NativeSelect
        label={t('searchAdmin.synonyms.language')}
        value={values.language}
        data={(['en', 'tr'] as const).map((value) => ({ value, label: t(`searchAdmin.languages.${value}`) }))}
        onChange={({ currentTarget }) => setValues({ ...values, language: currentTarget.value as Language })}
      />
      <Checkbox
        mb={6}
        label={t('searchAdmin.synonyms.twoWay')}
        checked={values.isTwoWay}
        onChange={({ currentTarget }) => setValues({ ...values, isTwoWay: currentTarget.checked })}
      />
      <Button type="submit" loading={save.isPending}>
        {t(edited ? 'searchAdmin.synonyms.save' : 'searchAdmin.synonyms.add')}
      </Button>
      {edited && (
        <Button variant="default" onClick={onEnd}>
          {t('common.cancel')}
        </Button>
      )}
      {save.error && (
        <p role="alert" className={classes.error}>
          {errorText(save.error, t).message}
        </p>
      )}
    </form>
  );
}

interface SynonymTableProps {
  synonyms: readonly SearchSynonym[];
  onEdit: (synonym: SearchSynonym) => void;
  onDeleted: (message: string, undo: Undo) => void;
}

function SynonymTable({ synonyms, onEdit, onDeleted }: SynonymTableProps) {
  const { t } = useTranslation();
  const remove = useDeleteSynonym();
  const restore = useSaveSynonym();
  const deleteOne = (synonym: SearchSynonym) => {
    const { id: _, ...body } = synonym;
    const names = { from: synonym.from, to: synonym.to };
    const undo: Undo = {
      run: () => restore.mutateAsync({ id: null, body }),
      done: t('searchAdmin.synonyms.restored', names),
    };
    remove.mutate(synonym, { onSuccess: () => onDeleted(t('searchAdmin.synonyms.deleted', names), undo) });
  };
  return (
    <div className={classes.scroll}>
      {remove.error && (
        <p role="alert" className={classes.error}>
          {errorText(remove.error, t).message}
        </p>
      )}
      <table className={classes.table} aria-label={t('searchAdmin.views.synonyms')}>
        <thead>
          <tr>
            <th scope="col">{t('searchAdmin.synonyms.from')}</th>
            <th scope="col">{t('searchAdmin.synonyms.to')}</th>
            <th scope="col">{t('searchAdmin.synonyms.direction')}</th>
            <th scope="col">{t('searchAdmin.synonyms.language')}</th>
            <th scope="col">{t('searchAdmin.synonyms.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {synonyms.map((synonym) => {
            const { id, from, to, language, isTwoWay } = synonym;
            return (
              <tr key={id}>
                <th scope="row">{from}</th>
                <td>{to}</td>
                <td>{t(isTwoWay ? 'searchAdmin.synonyms.both' : 'searchAdmin.synonyms.one')}</td>
                <td>{t(`searchAdmin.languages.${language}`)}</td>
                <td>
                  <div className={classes.actions}>
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={t('searchAdmin.synonyms.editOne', { from, to })}
                      onClick={() => onEdit(synonym)}
                    >
                      {t('searchAdmin.synonyms.edit')}
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      color="negative"
                      aria-label={t('searchAdmin.synonyms.deleteOne', { from, to })}
                      onClick={() => deleteOne(synonym)}
                    >
                      {t('common.delete')}
                    </Button>
                  </div>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
