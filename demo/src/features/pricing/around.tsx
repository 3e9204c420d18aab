import '@mantine/core/styles/Accordion.layer.css';
import { Accordion, Button } from '@mantine/core';
import { IconBolt, IconMathFunction, IconRoute, IconShieldLock } from '@tabler/icons-react';
import { AppLink } from '../../routing/link.tsx';
import { SIGN_UP } from './plan-cards.tsx';
import { usePricingTexts } from './pricing.texts.ts';
import classes from './pricing.module.css';

/** The sections below the prices: common features, call to action, FAQ. */
export function PricingExtras() {
  const t = usePricingTexts();
  const features = [
    { icon: IconShieldLock, title: t('everyRows'), text: t('everyRowsText') },
    { icon: IconRoute, title: t('everyLineage'), text: t('everyLineageText') },
    { icon: IconMathFunction, title: t('everyTotals'), text: t('everyTotalsText') },
    { icon: IconBolt, title: t('everySpeed'), text: t('everySpeedText') },
  ];
  const questions = [
    [t('q1'), t('a1')],
    [t('q2'), t('a2')],
    [t('q3'), t('a3')],
    [t('q4'), t('a4')],
  ] as const;
  return (
    <>
      <section className={classes['section']} aria-labelledby="every-plan">
        <h2 id="every-plan" className={classes['heading']}>
          {t('everyTitle')}
        </h2>
        <ul className={classes['features']}>
          {features.map(({ icon: Icon, title, text }) => (
            <li key={title}>
              <span className={classes['sign']} aria-hidden>
                <Icon size={22} stroke={1.7} />
              </span>
              <h3 className={classes['feature']}>{title}</h3>
              <p className={classes['for']}>{text}</p>
            </li>
          ))}
        </ul>
      </section>
      <section className={classes['call']} aria-labelledby="begin">
        <div>
          <h2 id="begin" className={classes['call-title']}>
            {t('callTitle')}
          </h2>
          <p className={classes['call-text']}>{t('callText')}</p>
        </div>
        <Button component={AppLink} href={SIGN_UP} variant="white">
          {t('callButton')}
        </Button>
      </section>
      <section className={classes['section']} aria-labelledby="questions">
        <h2 id="questions" className={classes['heading']}>
          {t('questions')}
        </h2>
        <Accordion variant="separated" className={classes['questions']} order={3}>
          {questions.map(([question, answer]) => (
            <Accordion.Item key={question} value={question}>
              <Accordion.Control>{question}</Accordion.Control>
              <Accordion.Panel>{answer}</Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      </section>
    </>
  );
}
