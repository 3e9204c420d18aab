import { Button } from '@mantine/core';
import { Delta, ErrorState, ListSkeleton, MISSING, useFigure } from '@rise/ui';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../client/error-text.ts';
import { useLocalize } from '../../i18n/use-language.ts';
import type { PreviewFigure, PreviewState } from './parameters.queries.ts';
import classes from './preview-panel.module.css';

export interface PreviewPanelProps {
  preview: PreviewState;
  onCancel: () => void;
  onRetry: () => void;
}

/** Which figures a change moves, and by how much. */
export function PreviewPanel({ preview, onCancel, onRetry }: PreviewPanelProps) {
  const { t } = useTranslation();
  if (preview.state === 'idle') return null;
  if (preview.state === 'failed') return <ErrorState {...errorText(preview.error, t)} onRetry={onRetry} />;
  const { state, figures } = preview;
  const moved = figures.filter((figure) => figure.type === 'failed' || figure.before !== figure.after);
  return (
    <section aria-label={t('parameterValues.preview.title')} className={classes.preview}>
      <div className={classes.head}>
        <h2 className={classes.title}>{t('parameterValues.preview.title')}</h2>
        {state === 'running' && (
          <Button variant="default" size="compact-sm" onClick={onCancel}>
            {t('parameterValues.preview.cancel')}
          </Button>
        )}
      </div>
      <p role="status" className={classes.summary}>
        {state === 'running'
          ? t('parameterValues.preview.running')
          : state === 'canceled'
            ? t('parameterValues.preview.canceled')
            : figures.length === 0
              ? t('parameterValues.preview.none')
              : t('parameterValues.preview.moved', { count: moved.length, of: figures.length })}
      </p>
      {moved.length > 0 ? (
        <div className={classes.scroll} tabIndex={0} role="group" aria-label={t('parameterValues.preview.title')}>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('parameterValues.preview.figure')}</th>
                <th scope="col">{t('parameterValues.preview.before')}</th>
                <th scope="col">{t('parameterValues.preview.after')}</th>
                <th scope="col">{t('parameterValues.preview.change')}</th>
              </tr>
            </thead>
            <tbody>
              {moved.map((figure) => (
                <FigureRow key={`${figure.dataset}.${figure.measure}`} figure={figure} />
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        state === 'running' && <ListSkeleton rows={2} />
      )}
    </section>
  );
}

function FigureRow({ figure }: { figure: PreviewFigure }) {
  const { t } = useTranslation();
  const localize = useLocalize();
  const write = useFigure();
  const name = (
    <th scope="row">
      {localize(figure.title)} <span className={classes.dataset}>{figure.dataset}</span>
    </th>
  );
  if (figure.type === 'failed')
    return (
      <tr>
        {name}
        <td colSpan={3}>{t('parameterValues.preview.failed')}</td>
      </tr>
    );
  const { format } = figure;
  const [before, after] = [figure.before, figure.after].map((value) => (typeof value === 'boolean' ? null : value));
  const isNumber = (value: unknown) => value !== null && value !== '' && Number.isFinite(Number(value));
  const change = isNumber(before) && isNumber(after) ? Number(after) - Number(before) : null;
  const share = change !== null && Number(before) !== 0 ? change / Math.abs(Number(before)) : null;
  return (
    <tr>
      {name}
      <td>{write(before, format)}</td>
      <td>{write(after, format)}</td>
      <td>
        {change === null ? MISSING : <Delta value={change} format={format} points={format.unit === 'percent'} />}
        {share !== null && format.unit !== 'percent' && (
          <span className={classes.dataset}> {write(share, { unit: 'percent', decimals: 1 }, { signed: true })}</span>
        )}
      </td>
    </tr>
  );
}
