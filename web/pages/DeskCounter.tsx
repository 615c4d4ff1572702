import type { Basket } from '#contract/baskets.ts'
import { DeskPayment } from '#web/features/checkout/DeskPayment.tsx'
import { OpenTillFirst } from '#web/features/tills/TillPanel.tsx'
import * as messages from '#messages/desk/orders.ts'
import { api } from '#web/platform/api.ts'
import { hasAttendeeQuestions, requiresAttendeeAnswers } from '#web/platform/attendees.ts'
import { useBuyer } from '#web/platform/buyer.ts'
import { links, withQuery } from '#web/platform/links.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { Notice } from '#web/ui/Notice.tsx'

/** The payment of a basket that has items, with what must be asked before. The page has read terms and configuration. */
export const DeskCounter = ({ basket }: { basket: Basket }) => {
  const { data: terms } = useRead(api.checkout.terms, {})
  const { data: config } = useRead(api.operator.config)
  const buyer = useBuyer()
  const navigate = useNavigate()
  return (
    <>
      {requiresAttendeeAnswers(basket) ? (
        <Notice colour="warning" title={messages.attendeesNeeded}>
          <p>
            <Link to={links.attendees()}>{messages.enterAttendees}</Link>
          </p>
        </Notice>
      ) : hasAttendeeQuestions(basket) ? (
        <Notice title={messages.questionsOffered}>
          <p>
            <Link to={links.attendees()}>{messages.askQuestions}</Link>
          </p>
        </Notice>
      ) : null}
      {basket.balance > 0 ? <OpenTillFirst /> : null}
      <DeskPayment
        key={`${basket.itemHash} ${basket.balance}`}
        basket={basket}
        symbol={buyer?.currency.symbol ?? config.currency.symbol}
        isWalkIn={buyer === null}
        needsTerms={terms.some(({ required }) => required)}
        onPaid={({ completeOrderId, changeDue }, isPrinted) => {
          void navigate(
            withQuery(links.bookingConfirmed(completeOrderId), {
              change: changeDue.raw > 0 ? changeDue.formatted : null,
              print: isPrinted ? '1' : null,
            }),
            { replace: true },
          )
        }}
      />
    </>
  )
}
