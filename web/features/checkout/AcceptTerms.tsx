import type { checkout } from '#contract/checkout.ts'
import type { Received } from '#contract/endpoint.ts'
import * as messages from '#messages/shared/checkout.ts'
import { OperatorHtml } from '#web/platform/OperatorHtml.tsx'
import { CheckField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './AcceptTerms.module.css'

export type CheckoutTerms = Received<typeof checkout.terms>

/** The terms to accept, each of which unfolds. */
export const AcceptTerms = ({
  terms,
  errors,
}: {
  terms: CheckoutTerms
  errors: readonly string[] | undefined
}) => (
  <div className={styles['terms']}>
    {terms.map(({ id, name, html }) => (
      <details key={id} className={styles['one']}>
        <summary>
          <span>{name}</span>
          <Icon name="chevron" size={18} />
        </summary>
        <OperatorHtml className={styles['text']} html={html} />
      </details>
    ))}
    <div id="checkout-terms">
      <CheckField name="terms" required={terms.some(({ required }) => required)} errors={errors}>
        {messages.acceptTerms({ names: terms.map(({ name }) => name) })}
      </CheckField>
    </div>
  </div>
)
