import { useEffect } from 'react'
import { MoveResult } from '#web/features/bookings/MoveResult.tsx'
import { MoveSummary } from '#web/features/bookings/MoveSummary.tsx'
import { MoveCheckout, movePrepareArgs } from '#web/features/checkout/MoveCheckout.tsx'
import { pendingPayment } from '#web/features/checkout/pendingPayment.ts'
import type { MovePayment } from '#contract/moves.ts'
import * as messages from '#messages/shared/movePayment.ts'
import { api } from '#web/platform/api.ts'
import { accountLinks, links } from '#web/platform/links.ts'
import { definePage, notFound, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { useCall, useDeferredRead, useRead } from '#web/platform/queries.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { readCustomer, useCustomer } from '#web/platform/session.ts'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Container, PageHeading } from '#web/ui/Layout.tsx'
import { nothingPrepared, prepareByCard } from './prepareByCard.ts'
import { requireCustomer } from './requireCustomer.ts'

/** Pays what a dearer time of a booking costs more: for customers in their account, for visitors from their order. */
const load = (args: LoaderArgs) => (args.context.site === 'account' ? loadOwn(args) : loadMove(args))

const loadMove = async ({ params, read, context }: LoaderArgs) => {
  const { moveId = '' } = params as Readonly<Record<string, string>>
  if (!/^\d{1,9}$/.test(moveId)) return notFound()
  const id = Number(moveId)
  const [move, customer] = await Promise.all([read(api.moves.payment, { moveId: id }), readCustomer(context)])
  const pendingTransaction = pendingPayment(context.cookies, { moveId: id })
  const isToPay = move.status === 'held' && move.heldUntil !== null && pendingTransaction === undefined
  const [prepared] = await Promise.all([
    isToPay ? prepareByCard(read, movePrepareArgs(id)) : nothingPrepared,
    customer === null ? null : read(api.customers.details),
  ])
  return { id, start: { ...prepared, pendingTransaction } }
}

const loadOwn = requireCustomer(loadMove)

const MovePaymentPage = ({ data: { id, start } }: PageProps<typeof load>) => {
  const { data: move } = useRead(api.moves.payment, { moveId: id })
  const { site } = usePageContext()
  const content = <MovePaymentContent move={move} start={start} />
  // The account has a frame of its own.
  return site === 'account' ? content : <Container>{content}</Container>
}

type Start = PageProps<typeof load>['data']['start']

const MovePaymentContent = ({ move, start }: { move: MovePayment; start: Start }) => {
  const { id, surcharge, heldUntil, status } = move
  const customer = useCustomer()
  const details = useDeferredRead(api.customers.details, {}, { when: customer !== null })
  const { queries } = usePageContext()
  const navigate = useNavigate()
  const toasts = useToasts()
  const back = useBookingPath(move)
  const now = useServerNow(1000)
  const abandon = useCall(api.moves.abandon, {
    onSuccess: () => void navigate(back, { replace: true }),
    onFailure: ({ serverMessage }) =>
      toasts.show({ content: serverMessage ?? messages.failed, colour: 'danger' }),
  })
  const isHeld = heldUntil !== null && Date.parse(heldUntil) > now
  useEffect(() => {
    // A payment has prolonged it meanwhile, or it has run out.
    if (heldUntil !== null && !isHeld) void queries.invalidate(([, path]) => path === api.moves.payment.path)
  }, [heldUntil, isHeld, queries])
  if (status !== 'held') return <MoveResult move={move} back={back} />
  return (
    <>
      <PageHeading lead={messages.lead}>{messages.heading({ amount: surcharge.formatted })}</PageHeading>
      {heldUntil !== null || start.pendingTransaction !== undefined ? null : (
        <MoveResult move={move} back={back} />
      )}
      <MoveCheckout
        key={`${customer?.id} ${details.data === undefined ? 'loading' : 'loaded'}`}
        {...{ move, customer, start, isHeld }}
        details={details.data ?? null}
        here={links.movePayment(id)}
        summary={
          <>
            <MoveSummary move={move} />
            <Button
              variant="text"
              busy={abandon.requesting}
              onClick={() => {
                abandon.send({ moveId: id })
              }}
            >
              {abandon.requesting ? messages.givingUp : messages.abandon}
            </Button>
          </>
        }
        onMoved={() => {
          void queries.invalidate(([, path]) => path === api.moves.payment.path)
        }}
      />
    </>
  )
}

/** Where the booking is displayed: in the account, or in the order. */
const useBookingPath = ({ booking }: MovePayment): string =>
  usePageContext().site === 'account' ? accountLinks.bookings() : links.bookingConfirmed(booking.orderId)

export const page = definePage({
  load,
  title: () => messages.title,
  Component: MovePaymentPage,
})
