import * as messages from '#messages/shared/checkoutParts.ts'
import { RichText } from '#web/ui/RichText.tsx'
import styles from './TestCards.module.css'

/** What the demo provider does with a card, by its last digits (wire §9). */
const demoCards = [
  { number: '4000 0000 0000 0001', effect: messages.testCardAccepted },
  { number: '4000 0000 0000 0002', effect: messages.testCardDeclined },
  { number: '4000 0000 0000 0003', effect: messages.testCardChallengePasses },
  { number: '4000 0000 0000 0004', effect: messages.testCardChallengeFails },
  { number: '4000 0000 0000 0005', effect: messages.testCardPending },
  { number: '4000 0000 0000 0259', effect: messages.testCardDisputed },
] as const

/** Says that no money is taken; with the demo provider also which cards to try. */
export const TestCards = ({ provider }: { provider: string }) => (
  <div className={styles['test']}>
    <p>
      <RichText message={messages.testMode} mode={<strong>{messages.testModeLabel}</strong>} />
    </p>
    {provider === 'demo' ? (
      <details>
        <summary>{messages.testCards}</summary>
        <p>{messages.testCardsHint}</p>
        <dl className={styles['cards']}>
          {demoCards.map(({ number, effect }) => (
            <div key={number}>
              <dt>{number}</dt>
              <dd>{effect}</dd>
            </div>
          ))}
        </dl>
      </details>
    ) : null}
  </div>
)
