import type { Consent } from '#contract/privacy.ts'
import { dayInWords, localDay } from '#contract/time.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './Privacy.module.css'

const places = {
  registering: 'when you registered',
  details: 'in your account',
  desk: 'at the desk',
  import: 'before your account moved here',
} as const

/** Whether somebody wants news by e-mail, and all they ever said about it. */
export const MarketingConsent = ({
  news,
  history,
  zone,
}: {
  news: boolean
  history: readonly Consent[]
  zone: string
}) => {
  const toasts = useToasts()
  const change = useCall(api.customers.changeDetails, {
    onSuccess: (_, { marketingConsent }) => {
      const content =
        marketingConsent === true ? 'You will get news by e-mail.' : 'You will get no more news by e-mail.'
      toasts.show({ content, colour: 'success', inline: false })
    },
    onFailure: (error) => {
      toasts.failure(error, { inline: false })
    },
  })
  return (
    <Card>
      <div className={styles['part']}>
        <p role="status">
          {news ? (
            <>
              You get <strong>news and offers by e-mail</strong>.
            </>
          ) : (
            <>
              You get <strong>no news by e-mail</strong>, only what concerns your bookings and payments.
            </>
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
            change.send({ marketingConsent: !news })
          }}
        >
          {news ? 'Stop the news' : 'Get the news'}
        </Button>
        {history.length === 0 ? null : (
          <details className={styles['history']}>
            <summary>What you said, and when</summary>
            <ul>
              {history.map(({ given, at, how }) => (
                <li key={`${at} ${given}`}>
                  {dayInWords(localDay(new Date(at), zone))}:{' '}
                  {given ? 'asked for news' : 'wanted no more news'}, {places[how]}
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </Card>
  )
}
