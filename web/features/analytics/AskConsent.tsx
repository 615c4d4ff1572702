import { useEffect, useState } from 'react'
import type { ClientConfig } from '#contract/operator.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Container } from '#web/ui/Layout.tsx'
import styles from './AskConsent.module.css'
import { consentIn, forgetAnalytics, keepConsent, loadContainers, type Consent } from './consent.ts'

/**
 * Asks once whether the operator may count visits through another company's script (I07). Nothing of it is loaded before
 * somebody has agreed; both answers are as easy; the footer asks again. It stands in the page and covers nothing.
 */
export const AskConsent = ({
  analytics: { containerIds, scriptUrl },
  operatorName,
  again,
  onDone,
}: {
  analytics: ClientConfig['analytics']
  operatorName: string
  /** Asked for from the footer. */
  again: boolean
  onDone: () => void
}) => {
  const { cookies } = useVisit()
  const [consent, setConsent] = useState(() => consentIn(cookies))
  const ids = containerIds.join(' ')
  useEffect(() => {
    if (consent === 'granted' && ids !== '') loadContainers(ids.split(' '), scriptUrl)
  }, [consent, ids, scriptUrl])
  if (ids === '' || (consent !== undefined && !again)) return null

  const answer = (said: Consent): void => {
    keepConsent(cookies, said)
    setConsent(said)
    if (consent !== 'granted' || said === 'granted') {
      if (again) onDone()
      return
    }
    // What runs already can only be ended with the page.
    forgetAnalytics(cookies)
    const here = new URL(location.href)
    here.searchParams.delete('cookies')
    location.replace(here)
  }
  return (
    <section className={styles['ask']} aria-labelledby="ask-consent">
      <Container>
        <div className={styles['row']}>
          <div>
            <h2 id="ask-consent" className={styles['title']}>
              May we count visits?
            </h2>
            <p>
              {operatorName} would like to use cookies of an analytics service to see how this site is used.
              Booking works just as well without.
              {consent === undefined
                ? ''
                : ` You have ${consent === 'granted' ? 'accepted' : 'rejected'} them.`}
            </p>
          </div>
          <div className={styles['acts']}>
            <Button
              variant="secondary"
              size="lg"
              onClick={() => {
                answer('granted')
              }}
            >
              Accept
            </Button>
            <Button
              variant="secondary"
              size="lg"
              onClick={() => {
                answer('refused')
              }}
            >
              Reject
            </Button>
          </div>
        </div>
      </Container>
    </section>
  )
}
