import { Button, NativeSelect } from '@mantine/core';
import type { KnowledgeDocument, KnowledgeUpload } from '@rise/contract';
import { ApiError } from '@rise/contract/client';
import { KNOWLEDGE_AUDIENCES, KNOWLEDGE_LIMITS } from '@rise/contract/knowledge-words';
import { IconUpload } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useUploadDocument } from './knowledge.queries.ts';
import cards from '../../embedding/cards.module.css';
import classes from './knowledge.module.css';

type Problem = 'kind' | 'large' | 'empty' | 'unreadable';

/** The kind of a file by its name; null for one that is not read. */
function kindOf(name: string): KnowledgeUpload['kind'] | null {
  if (/\.(?:md|markdown)$/i.test(name)) return 'markdown';
  if (/\.pdf$/i.test(name)) return 'pdf';
  return /\.(?:txt|text)$/i.test(name) ? 'text' : null;
}

/** Reads a file, text as UTF-8 and a PDF as base64; what is wrong with it otherwise. */
async function readFile(file: File): Promise<Pick<KnowledgeUpload, 'kind' | 'content'> | Problem> {
  const kind = kindOf(file.name);
  if (kind === null) return 'kind';
  if (kind === 'pdf') return file.size > KNOWLEDGE_LIMITS.pdfBytes ? 'large' : { kind, content: await base64Of(file) };
  if (file.size > KNOWLEDGE_LIMITS.characters * 2) return 'large';
  try {
    const content = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    if (content.length > KNOWLEDGE_LIMITS.characters) return 'large';
    return content.trim() === '' ? 'empty' : { kind, content };
  } catch {
    return 'unreadable';
  }
}

/** As the browser itself writes it, which is fast for large files. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(file);
  });
}

/** Adds a document, or replaces the one with the same name. */
export function UploadForm({ documents }: { documents: readonly KnowledgeDocument[] }) {
  const { t } = useTranslation();
  const id = useId();
  const upload = useUploadDocument();
  const [audience, setAudience] = useState<KnowledgeUpload['audience']>('everyone');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isReplaced, setIsReplaced] = useState(false);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    upload.reset();
    const read = await readFile(file);
    setProblem(typeof read === 'string' ? read : null);
    if (typeof read === 'string') return;
    const name = file.name.slice(0, KNOWLEDGE_LIMITS.name);
    setIsReplaced(documents.some((document) => document.name === name));
    upload.mutate({ name, audience, ...read });
  };
  return (
    <section className={cards.card} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className={cards.heading}>
        {t('knowledge.upload.title')}
      </h2>
      <p className={cards.hint}>{t('knowledge.upload.help')}</p>
      <div className={classes.form}>
        <NativeSelect
          label={t('knowledge.audience')}
          value={audience}
          data={KNOWLEDGE_AUDIENCES.map((value) => ({ value, label: t(`knowledge.audiences.${value}`) }))}
          onChange={({ currentTarget }) =>
            setAudience(KNOWLEDGE_AUDIENCES.find((one) => one === currentTarget.value) ?? 'everyone')
          }
        />
        <input
          id={id}
          type="file"
          className={classes.file}
          accept=".md,.markdown,.txt,.text,.pdf,text/markdown,text/plain,application/pdf"
          aria-label={t('knowledge.upload.choose')}
          onChange={({ currentTarget }) => {
            void choose(currentTarget.files?.[0]);
            // The same file can be chosen again, after it was changed.
            currentTarget.value = '';
          }}
        />
        <Button
          leftSection={<IconUpload size={16} aria-hidden />}
          loading={upload.isPending}
          onClick={() => document.getElementById(id)?.click()}
        >
          {t('knowledge.upload.choose')}
        </Button>
      </div>
      <p role="status" className={classes.done}>
        {upload.data &&
          t(isReplaced ? 'knowledge.upload.replaced' : 'knowledge.upload.added', {
            name: upload.data.name,
            count: upload.data.passages,
          })}
      </p>
      {(problem ?? upload.error) && (
        <p role="alert" className={cards.error}>
          {problem ? t(`knowledge.problems.${problem}`) : uploadErrorText(upload.error, t)}
        </p>
      )}
    </section>
  );
}

/** Of a file that the server cannot read, it says why. */
function uploadErrorText(error: Error | null, t: TFunction): string {
  const isUnreadable = error instanceof ApiError && error.details?.some(({ field }) => field === 'content');
  return isUnreadable ? t('knowledge.problems.unreadable') : errorText(error, t).message;
}
