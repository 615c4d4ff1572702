import type { checkout } from '#contract/checkout.ts'
import type { Received } from '#contract/endpoint.ts'
import { CheckField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './AcceptTerms.module.css'

export type CheckoutTerms = Received<typeof checkout.terms>

/** What is agreed to, to be read where one agrees to it. The HTML has been made safe by the server. */
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
        <div className={styles['text']} dangerouslySetInnerHTML={{ __html: html }} />
      </details>
    ))}
    <div id="checkout-terms">
      <CheckField name="terms" required={terms.some(({ required }) => required)} errors={errors}>
        I have read and accept {named(terms.map(({ name }) => name))}
      </CheckField>
    </div>
  </div>
)

/** "the A, the B and the C" */
const named = (names: readonly string[]): string => {
  const each = names.map((name) => `the ${name.charAt(0).toLowerCase()}${name.slice(1)}`)
  return each.length < 2 ? each.join('') : `${each.slice(0, -1).join(', ')} and ${each.at(-1) ?? ''}`
}
