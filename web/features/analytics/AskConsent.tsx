import { useEffect, useState } from 'react'
import type { ClientConfig } from '#contract/operator.ts'
import * as messages from '#messages/bookings/analytics.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Container } from '#web/ui/Layout.tsx'
import styles from './AskConsent.module.css'
import { consentIn, deleteAnalyticsCookies, saveConsent, loadContainers, type Consent } from './consent.ts'

/**
 * Asks once for consent to the operator's analytics (I07). Nothing is loaded before the visitor accepts; both answers
 * take one click; a link in the footer opens it again. Part of the page, so that it covers nothing.
 */
export const AskConsent = ({
  analytics: { containerIds, scriptUrl },
  operatorName,
  reopened,
  onDone,
}: {
  analytics: ClientConfig['analytics']
  operatorName: string
  /** Opened from the footer. */
  reopened: boolean
  onDone: () => void
}) => {
  const { cookies } = usePageContext()
  const [consent, setConsent] = useState(() => consentIn(cookies))
  const ids = containerIds.join(' ')
  useEffect(() => {
    if (consent === 'granted' && ids !== '') loadContainers(ids.split(' '), scriptUrl)
  }, [consent, ids, scriptUrl])
  if (ids === '' || (consent !== undefined && !reopened)) return null

  const answer = (decision: Consent): void => {
    saveConsent(cookies, decision)
    setConsent(decision)
    if (consent !== 'granted' || decision === 'granted') {
      if (reopened) onDone()
      return
    }
    // Scripts that already run stop only when the page is reloaded.
    deleteAnalyticsCookies(cookies)
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
              {messages.title}
            </h2>
            <p>{messages.explanation({ operator: operatorName })}</p>
            {consent === undefined ? null : (
              <p>{consent === 'granted' ? messages.accepted : messages.rejected}</p>
            )}
          </div>
          <div className={styles['acts']}>
            <Button
              variant="secondary"
              size="lg"
              onClick={() => {
                answer('granted')
              }}
            >
              {messages.accept}
            </Button>
            <Button
              variant="secondary"
              size="lg"
              onClick={() => {
                answer('refused')
              }}
            >
              {messages.reject}
            </Button>
          </div>
        </div>
      </Container>
    </section>
  )
}
