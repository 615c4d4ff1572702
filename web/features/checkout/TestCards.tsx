import styles from './TestCards.module.css'

/** What the demo company does with a card, by its last digits (wire §9). */
const demoCards = [
  { number: '4000 0000 0000 0001', does: 'is accepted, as any other number is' },
  { number: '4000 0000 0000 0002', does: 'is declined' },
  { number: '4000 0000 0000 0003', does: 'meets a bank check and passes' },
  { number: '4000 0000 0000 0004', does: 'meets a bank check and fails' },
  { number: '4000 0000 0000 0005', does: 'keeps the bank thinking' },
] as const

/** Says plainly that no money moves, and how to try what can happen. */
export const TestCards = ({ provider }: { provider: string }) => (
  <div className={styles['test']}>
    <p>
      <strong>Test mode:</strong> no money is moved.
    </p>
    {provider === 'demo' ? (
      <details>
        <summary>Cards to try</summary>
        <p>Any name, any date to come, any three digits.</p>
        <dl className={styles['cards']}>
          {demoCards.map(({ number, does }) => (
            <div key={number}>
              <dt>{number}</dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </details>
    ) : null}
  </div>
)
