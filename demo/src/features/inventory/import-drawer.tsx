import { Button } from '@mantine/core';
import { DetailDrawer, DetailSection, Notice } from '@rise/ui';
import { useAddress } from '@rise/shell/routing';
import { IconUpload } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { call } from '../../client/client.ts';
import { useFailureDialog } from '../../client/use-failure-dialog.ts';
import { offerUndo } from '../../components/undo.ts';
import { fold } from '@rise/contract/fold';
import { IMPORT } from './inventory-menu.tsx';
import { doAll } from '../../components/do-all.ts';
import { addProducts, changeProducts, type ProductChange } from './product.ts';
import { COLUMNS, type ImportFile, type ImportRow, MOST_LINES, readProducts } from './product-csv.rules.ts';
import { allProducts, useCatalog } from './use-catalog.ts';
import { useInventoryTexts } from './inventory.texts.ts';
import classes from './inventory.module.css';

type Loaded = ImportFile & { readonly fileName: string };

/** Reads a file of products and says what it would do before it does it. Back closes it. */
export function ImportDrawer() {
  const t = useInventoryTexts();
  const { search, setSearch } = useAddress();
  const [file, setFile] = useState<Loaded | null>(null);
  const [isBusy, setBusy] = useState(false);
  const fail = useFailureDialog();
  const catalog = useCatalog();
  const isOpen = search['dialog'] === IMPORT;
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen);
    if (isOpen) setFile(null);
  }
  const close = () => setSearch({ dialog: null });
  const load = async (chosen: File) => {
    const text = await chosen.text();
    setFile({ ...readProducts(text, await allProducts(), catalog), fileName: chosen.name });
  };
  const rows = file?.kind === 'rows' ? file.rows : [];
  const run = async () => {
    setBusy(true);
    try {
      const undo = await importRows(rows, catalog.tags);
      close();
      offerUndo(t('imported', { count: rows.length }), undo);
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <DetailDrawer
      opened={isOpen}
      onClose={close}
      title={t('import')}
      footer={
        <div className={classes['acts']}>
          <Button variant="default" onClick={close}>
            {t('cancel')}
          </Button>
          {rows.length > 0 && (
            <Button loading={isBusy} onClick={() => void run()}>
              {t('importRows', { count: rows.length })}
            </Button>
          )}
        </div>
      }
    >
      <p>{t('importText', { lines: MOST_LINES })}</p>
      <FilePlace onChoose={(chosen) => void load(chosen).catch(fail)} />
      {file && <Preview file={file} />}
    </DetailDrawer>
  );
}

/** Chooses a file, also by dropping it. */
function FilePlace({ onChoose }: { onChoose: (file: File) => void }) {
  const t = useInventoryTexts();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file) onChoose(file);
  };
  return (
    <div
      className={classes['drop']}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv"
        aria-label={t('chooseFile')}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          currentTarget.value = '';
          if (file) onChoose(file);
        }}
      />
      <Button variant="default" leftSection={<IconUpload size={16} />} onClick={() => input.current?.click()}>
        {t('chooseFile')}
      </Button>
      <span>{t('orDrop')}</span>
    </div>
  );
}

const MOST_PROBLEMS = 20;
const UNFIT_TEXTS = {
  unreadable: 'unfit-unreadable',
  empty: 'unfit-empty',
  columns: 'unfit-columns',
  'too-many': 'unfit-too-many',
} as const;

function Preview({ file }: { file: Loaded }) {
  const t = useInventoryTexts();
  if (file.kind === 'unfit')
    return (
      <Notice tone="negative" title={file.fileName}>
        {t(UNFIT_TEXTS[file.reason], { lines: MOST_LINES })}
      </Notice>
    );
  const { rows, unchanged, problems } = file;
  const added = rows.filter(({ product }) => product === null).length;
  const counts = [
    t('rowsNew', { count: added }),
    t('rowsChanged', { count: rows.length - added }),
    t('rowsUnchanged', { count: unchanged }),
  ];
  const titleOf = (column: string) => COLUMNS.find(([name]) => name === column)![t('columnLanguage') === 'tr' ? 2 : 1];
  return (
    <>
      <Notice tone={problems.length > 0 ? 'warning' : 'info'} title={file.fileName}>
        {counts.join(' · ')}
      </Notice>
      {problems.length > 0 && (
        <DetailSection title={t('problems', { count: problems.length })}>
          <ul className={classes['problems']}>
            {problems.slice(0, MOST_PROBLEMS).map(({ line, column, value }) => (
              <li key={`${line} ${column}`}>{t('problem', { line, column: titleOf(column), value: value || '–' })}</li>
            ))}
          </ul>
          {problems.length > MOST_PROBLEMS && <p>{t('moreProblems', { count: problems.length - MOST_PROBLEMS })}</p>}
        </DetailSection>
      )}
    </>
  );
}

/** Creates the tags that are missing and then changes and adds products; what is returned undoes all of it. */
async function importRows(rows: readonly ImportRow[], tags: readonly { id: string; title: string }[]) {
  const ids = new Map(tags.map(({ id, title }) => [fold(title), id]));
  const missing = new Map(
    rows.flatMap((row) => row.tags ?? []).filter((title) => !ids.has(fold(title))).map((title) => [fold(title), title]), // prettier-ignore
  );
  const addTag = (title: string) => async () => {
    const { id } = await call('POST /api/apps/ecommerce/inventory/tag', { body: { tag: { title } } });
    ids.set(fold(title), id);
    return () => call('DELETE /api/apps/ecommerce/inventory/tag', { query: { id } });
  };
  const undoTags = await doAll([...missing.values()].map(addTag));
  const contentOf = ({ change, tags: titles }: ImportRow): ProductChange => ({
    ...change,
    ...(titles && { tags: [...new Set(titles.map((title) => ids.get(fold(title))!))] }),
  });
  const changed = rows.flatMap((row) => (row.product ? [{ product: row.product, change: contentOf(row) }] : []));
  const added = rows.filter(({ product }) => product === null).map(contentOf);
  try {
    const undoRows = await doAll([() => changeProducts(changed), () => addProducts(added)]);
    return async () => {
      await undoRows();
      await undoTags();
    };
  } catch (error) {
    await undoTags().catch(() => {});
    throw error;
  }
}
