import type { Consent } from '#contract/privacy.ts'
import { localDay } from '#contract/time.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/account/privacy.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import styles from './Privacy.module.css'

/** Whether the customer gets news by e-mail, a button to change it, and the history of their consent. */
export const MarketingConsent = ({
  isSubscribed,
  history,
  zone,
}: {
  isSubscribed: boolean
  history: readonly Consent[]
  zone: string
}) => {
  const toasts = useToasts()
  const change = useCall(api.customers.changeDetails, {
    onSuccess: (_, { marketingConsent }) => {
      toasts.show({
        content: marketingConsent === true ? messages.nowSubscribed : messages.nowUnsubscribed,
        colour: 'success',
      })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  return (
    <Card>
      <div className={styles['part']}>
        <p role="status">
          {isSubscribed ? (
            <RichText message={messages.subscribed} news={<strong>{messages.newsAndOffers}</strong>} />
          ) : (
            <RichText message={messages.notSubscribed} news={<strong>{messages.newsByEmail}</strong>} />
          )}
        </p>
        {change.error === null ? null : (
          <Notice colour="danger" role="alert">
            <p>{change.error.message}</p>
          </Notice>
        )}
        <Button
          variant="secondary"
          busy={change.requesting}
          onClick={() => {
            change.send({ marketingConsent: !isSubscribed })
          }}
        >
          {isSubscribed ? messages.unsubscribe : messages.subscribe}
        </Button>
        {history.length === 0 ? null : (
          <details className={styles['history']}>
            <summary>{messages.consentHistory}</summary>
            <ul>
              {history.map(({ given, at, how }) => (
                <li key={`${at} ${given}`}>
                  {messages.consent({
                    date: longDate(localDay(new Date(at), zone)),
                    isGiven: given,
                    how,
                  })}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </Card>
  )
}
