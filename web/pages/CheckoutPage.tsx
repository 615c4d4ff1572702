import { useEffect, useState } from 'react'
import type { Basket } from '#contract/baskets.ts'
import * as messages from '#messages/shared/checkout.ts'
import { shoppingBasket } from '#messages/shared/layout.ts'
import { scriptPartFailed } from '#messages/shared/errors.ts'
import { Checkout } from '#web/features/checkout/Checkout.tsx'
import { requiresLogin } from '#web/features/checkout/orderItems.ts'
import { pendingPayment } from '#web/features/checkout/pendingPayment.ts'
import { LoginInPlace } from '#web/features/sessions/LoginInPlace.tsx'
import { clearAttendeesDraft } from '#web/features/waivers/attendeesStore.ts'
import { api, ApiError } from '#web/platform/api.ts'
import { requiresAttendeeAnswers } from '#web/platform/attendees.ts'
import { readBuyer, useBuyer } from '#web/platform/buyer.ts'
import { preloadWhenIdle } from '#web/platform/lazyComponent.tsx'
import { links, loginModalPath, passwordResetLink, withQuery } from '#web/platform/links.ts'
import { definePage, redirect, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useDeferredRead, useRead, type Read } from '#web/platform/queries.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { usePageContext, type PageContext } from '#web/platform/pageContext.tsx'
import { Container, PageHeading } from '#web/ui/Layout.tsx'
import { BasketClock } from './lazyParts.ts'

const load = async ({ read, context }: LoaderArgs) => {
  const [customer, basket] = await Promise.all([
    readBuyer(context),
    read(api.baskets.read),
    read(api.operator.config),
  ])
  const pending = await readRemembered(context)
  const isPending = pending !== undefined && 'transactionUuid' in pending
  // E09: attendees come before payment, and a login before both.
  if (!isPending && requiresAttendeeAnswers(basket) && !requiresLogin(customer, basket))
    return redirect(links.attendees())
  // A banking app returned to a new page after the order was placed.
  if (isPending && pending.completeOrderId !== undefined)
    return redirect(links.bookingConfirmed(pending.completeOrderId))
  const terms = basket.id === null ? {} : { cartId: basket.id }
  const byCard =
    basket.items.length > 0 && basket.balance > 0 && !requiresLogin(customer, basket) && !isPending
  const [, prepared] = await Promise.all([
    read(api.checkout.terms, terms),
    byCard ? prepare(read, context) : nothingPrepared,
    customer === null ? null : read(api.customers.details),
  ])
  // How the payment ended explains why places are no longer held.
  const error = pending === undefined || isPending ? prepared.error : pending.ended
  return {
    terms,
    prepared: prepared.prepared,
    error,
    pendingTransaction: isPending ? pending.transactionUuid : undefined,
  }
}

/** Its script comes only where this browser remembers a payment. */
const readRemembered = async (context: PageContext) => {
  const transactionUuid = pendingPayment(context.cookies)
  if (transactionUuid === undefined) return undefined
  const { readPendingPayment } = await import('#web/features/checkout/readPendingPayment.ts')
  return readPendingPayment(context, transactionUuid)
}

const nothingPrepared = { prepared: null, error: null }

/** A refusal is shown on the page. */
const prepare = async (read: Read, { channel }: PageContext) => {
  try {
    return { prepared: await read(api.checkout.prepare, channel.checkout ?? {}), error: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // A provider that does not answer is tried again from the card form.
    if (error.status === 0 || error.status >= 500) return nothingPrepared
    const { toCheckoutError } = await import('#web/features/checkout/checkoutErrors.ts')
    return { prepared: null, error: toCheckoutError(error) }
  }
}

const loadBasketChanges = () => import('#web/features/baskets/useBasketChanges.ts')
preloadWhenIdle(loadBasketChanges)

/** Resolves with the reason where the places cannot be held again. */
const holdAgain = async (context: PageContext): Promise<string | undefined> => {
  let script
  try {
    script = await loadBasketChanges()
  } catch {
    return scriptPartFailed
  }
  return script.basketChangesOf(context).renew()
}

const CheckoutPage = ({
  data: { terms: termsOf, prepared, error, pendingTransaction },
}: PageProps<typeof load>) => {
  const { data: terms } = useRead(api.checkout.terms, termsOf)
  const { basket, customer, details, isLoggedOut } = useOrderThroughLogin()
  const context = usePageContext()
  const here = links.checkout()
  const navigate = useNavigate()
  // After a login on this page there may be waivers to accept.
  const needsAttendees =
    pendingTransaction === undefined && requiresAttendeeAnswers(basket) && !requiresLogin(customer, basket)
  useEffect(() => {
    if (needsAttendees && !isLoggedOut && basket.status === 'open')
      void navigate(links.attendees(), { replace: true })
  }, [needsAttendees, isLoggedOut, basket.status, navigate])
  return (
    <LoginInPlace
      isLoggedOut={isLoggedOut}
      forgottenTo={passwordResetLink(context, here).to}
      onOtherCustomer={() => void navigate(links.basket())}
    >
      <Container>
        <PageHeading>{messages.checkout}</PageHeading>
        <Checkout
          basket={basket}
          customer={customer}
          details={details}
          terms={terms}
          start={{ prepared, error, pendingTransaction }}
          clock={<BasketClock basket={basket} />}
          onHoldAgain={() => holdAgain(context)}
          loginTo={loginModalPath(here)}
          onPlaced={clearAttendeesDraft}
          registerTo={withQuery(links.register(), { redirect: here })}
        />
      </Container>
    </LoginInPlace>
  )
}

/**
 * Whose order it is. When their session ends, it stays as it was, behind the login, until the same person's basket has
 * been read again: the form and the card that was typed would go with it.
 */
const useOrderThroughLogin = () => {
  const { data: basket } = useRead(api.baskets.read)
  const customer = useBuyer()
  const read = useDeferredRead(api.customers.details, {}, { when: customer !== null }).data ?? null
  const [before, setBefore] = useState({ basket, customer, details: read })
  const [visitorsBasket, setVisitorsBasket] = useState<Basket | null>(null)
  const details = read ?? (customer?.id === before.customer?.id ? before.details : null)
  const isLoggedOut = customer === null && before.customer !== null
  if (isLoggedOut && visitorsBasket !== basket) setVisitorsBasket(basket)
  if (isLoggedOut || basket === visitorsBasket) return { ...before, isLoggedOut }
  if (before.basket !== basket || before.customer !== customer || before.details !== details)
    setBefore({ basket, customer, details })
  return { basket, customer, details, isLoggedOut }
}

export const page = definePage({
  load,
  title: () => messages.checkout,
  breadcrumbs: () => [{ label: shoppingBasket, to: links.basket() }, { label: messages.checkout }],
  Component: CheckoutPage,
})
