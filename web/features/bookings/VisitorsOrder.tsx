import type { ReactNode } from 'react'
import type { CompleteOrder } from '#contract/bookings.ts'
import * as messages from '#messages/bookings/confirmation.ts'
import { api } from '#web/platform/api.ts'
import { links, loginModalPath, withQuery } from '#web/platform/links.ts'
import { useCall } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import styles from './VisitorsOrder.module.css'

/** What a visitor can do with an order besides cancelling: keep it in an account, and renew the link to it. */
export const VisitorsOrder = ({
  order,
  here,
  accountForm,
}: {
  order: CompleteOrder
  here: string
  /** For a visitor whose address the link has proven. */
  accountForm: ReactNode
}) => {
  const customer = useCustomer()
  const toasts = useToasts()
  const email = order.email ?? ''
  const { completeOrderId } = order
  const claim = useCall(api.bookings.claim, {
    onSuccess: () => {
      toasts.show({ content: messages.claimed, colour: 'success' })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const renew = useCall(api.bookings.renewLink, {
    onSuccess: () => {
      toasts.show({ content: messages.linkSent({ email }), colour: 'success' })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  return email === '' ? null : (
    <>
      <section className={styles['account']} aria-labelledby="account-offer">
        <h2 id="account-offer">{messages.accountTitle}</h2>
        {customer === null ? (
          <>
            <p>{order.isAddressProven ? messages.accountHere({ email }) : messages.accountText({ email })}</p>
            {order.isAddressProven ? accountForm : null}
            <p className={styles['buttons']}>
              {order.isAddressProven ? null : (
                <Link
                  className={buttonClass({ variant: 'secondary' })}
                  to={withQuery(links.register(), { redirect: here })}
                >
                  {messages.createAccount}
                </Link>
              )}
              <Link className={buttonClass({ variant: 'text' })} to={loginModalPath(here)} stay>
                {messages.logIn}
              </Link>
            </p>
          </>
        ) : (
          <>
            <p>{messages.claimText({ email })}</p>
            <Button
              variant="secondary"
              busy={claim.requesting}
              onClick={() => {
                claim.send({ completeOrderId })
              }}
            >
              {messages.claim}
            </Button>
          </>
        )}
      </section>
      <section className={styles['link']} aria-labelledby="order-link">
        <h2 id="order-link">{messages.linkTitle}</h2>
        <p>{messages.linkText({ email })}</p>
        <Button
          variant="text"
          busy={renew.requesting}
          onClick={() => {
            renew.send({ completeOrderId })
          }}
        >
          {messages.newLink}
        </Button>
        <p className={styles['quiet']}>{messages.newLinkText}</p>
      </section>
    </>
  )
}
