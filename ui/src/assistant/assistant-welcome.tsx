import { IconSparkles } from '@tabler/icons-react';
import { usePanelTexts } from '../texts/panel-texts.ts';
import { fill } from '../texts/ui-texts.ts';
import classes from './assistant.module.css';

export interface AssistantWelcomeProps {
  /** Name of the product. */
  product: string;
  /** Example questions. */
  examples?: readonly string[];
  onSend: (text: string) => void;
}

const NO_EXAMPLES: readonly string[] = [];

/** What a conversation shows before its first question. */
export function AssistantWelcome({ product, examples = NO_EXAMPLES, onSend }: AssistantWelcomeProps) {
  const panelTexts = usePanelTexts();
  return (
    <div className={classes['welcome']}>
      <span className={classes['mark']} aria-hidden>
        <IconSparkles size={28} stroke={1.5} />
      </span>
      <p className={classes['greeting']}>{panelTexts.assistantWelcome}</p>
      <p className={classes['intro']}>{fill(panelTexts.assistantIntro, { product })}</p>
      {examples.length > 0 && (
        <ul className={classes['examples']} aria-label={panelTexts.assistantExamples}>
          {examples.map((example) => (
            <li key={example}>
              <button type="button" className={classes['example']} onClick={() => onSend(example)}>
                {example}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
