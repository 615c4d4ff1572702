import { useEffect } from 'react'
import * as messages from '#messages/shared/checkout.ts'
import { shoppingBasket } from '#messages/shared/basket.ts'
import { scriptPartFailed } from '#messages/shared/errors.ts'
import { Checkout } from '#web/features/checkout/Checkout.tsx'
import { requiresLogin } from '#web/features/checkout/orderItems.ts'
import { pendingPayment, savePendingPayment } from '#web/features/checkout/pendingPayment.ts'
import { clearAttendeesDraft } from '#web/features/waivers/attendeesStore.ts'
import { api, ApiError } from '#web/platform/api.ts'
import { requiresAttendeeAnswers } from '#web/platform/attendees.ts'
import { readBuyer, useBuyer } from '#web/platform/buyer.ts'
import { preloadWhenIdle } from '#web/platform/lazyComponent.tsx'
import { links, loginModalPath, withQuery } from '#web/platform/links.ts'
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
  const pending = await readPendingPayment(context)
  // E09: attendees come before payment, and a login before both.
  if (pending === undefined && requiresAttendeeAnswers(basket) && !requiresLogin(customer, basket))
    return redirect(links.attendees())
  // A banking app returned to a new page after the order was placed.
  if (pending?.completeOrderId !== undefined) return redirect(links.bookingConfirmed(pending.completeOrderId))
  const terms = basket.id === null ? {} : { cartId: basket.id }
  const byCard =
    basket.items.length > 0 && basket.balance > 0 && !requiresLogin(customer, basket) && pending === undefined
  const [, prepared] = await Promise.all([
    read(api.checkout.terms, terms),
    byCard ? prepare(read, context) : nothingPrepared,
    customer === null ? null : read(api.customers.details),
  ])
  return { terms, ...prepared, pendingTransaction: pending?.transactionUuid }
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

/** The payment that this browser remembers, unless the server does not know it or it has failed. */
const readPendingPayment = async ({
  client,
  cookies,
}: PageContext): Promise<{ transactionUuid: string; completeOrderId?: number } | undefined> => {
  const transactionUuid = pendingPayment(cookies)
  if (transactionUuid === undefined) return undefined
  try {
    const { completeOrderId, transactionStatus } = await client.send(api.checkout.transaction, {
      uuid: transactionUuid,
    })
    if (completeOrderId !== null) {
      savePendingPayment(cookies, null)
      return { transactionUuid, completeOrderId }
    }
    if (transactionStatus === 'failed' || transactionStatus === 'aborted') {
      savePendingPayment(cookies, null)
      return undefined
    }
    return { transactionUuid }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status !== 404) return { transactionUuid }
    savePendingPayment(cookies, null)
    return undefined
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
  const { data: basket } = useRead(api.baskets.read)
  const { data: terms } = useRead(api.checkout.terms, termsOf)
  const customer = useBuyer()
  const details = useDeferredRead(api.customers.details, {}, { when: customer !== null })
  const context = usePageContext()
  const here = links.checkout()
  const navigate = useNavigate()
  // After a login on this page there may be waivers to accept.
  const needsAttendees =
    pendingTransaction === undefined && requiresAttendeeAnswers(basket) && !requiresLogin(customer, basket)
  useEffect(() => {
    if (needsAttendees && basket.status === 'open') void navigate(links.attendees(), { replace: true })
  }, [needsAttendees, basket.status, navigate])
  return (
    <Container>
      <PageHeading>{messages.checkout}</PageHeading>
      <Checkout
        basket={basket}
        customer={customer}
        details={customer === null ? null : (details.data ?? null)}
        terms={terms}
        start={{ prepared, error, pendingTransaction }}
        clock={<BasketClock basket={basket} />}
        onHoldAgain={() => holdAgain(context)}
        loginTo={loginModalPath(here)}
        onPlaced={clearAttendeesDraft}
        registerTo={withQuery(links.register(), { redirect: here })}
      />
    </Container>
  )
}

export const page = definePage({
  load,
  title: () => messages.checkout,
  breadcrumbs: () => [{ label: shoppingBasket, to: links.basket() }, { label: messages.checkout }],
  Component: CheckoutPage,
})
