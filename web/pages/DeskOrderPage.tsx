import { yearAndTime } from '#messages/rareFormat.ts'
import { membershipOnly, tenders } from '#messages/shared/tenders.ts'
import { useEffect, useState } from 'react'
import type { CompleteOrder } from '#contract/bookings.ts'
import { formatted } from '#contract/money.ts'
import { venueTender } from '#contract/tenders.ts'
import { DeskBookings } from '#web/features/bookings/DeskBookings.tsx'
import { DeskVoid } from '#web/features/bookings/DeskVoid.tsx'
import { SellerDetails } from '#web/features/bookings/SellerDetails.tsx'
import { OwedPayment } from '#web/features/checkout/OwedPayment.tsx'
import * as messages from '#messages/desk/orders.ts'
import { voidSale } from '#messages/desk/refunds.ts'
import { orderRefund, paymentFailed } from '#messages/shared/bookings.ts'
import { api } from '#web/platform/api.ts'
import { clearAttendeesDraft } from '#web/features/waivers/attendeesStore.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { withQuery } from '#web/platform/links.ts'
import { notFound, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { may } from '#web/platform/permissions.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link, useNavigate, useScreen } from '#web/platform/router.tsx'
import { useCustomer } from '#web/platform/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Container, PageHeading, Section } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './DeskOrderPage.module.css'
import { NextCustomer } from './NextCustomer.tsx'
import { defineStaffPage } from './defineStaffPage.tsx'
import { requireStaff } from './requireStaff.ts'

/** An order at the desk: the change due, the bookings and a receipt to print. */
const load = requireStaff(async ({ params, read }: LoaderArgs<'completeOrderId'>) => {
  if (!/^\d{1,9}$/.test(params.completeOrderId)) return notFound()
  const order = { completeOrderId: Number(params.completeOrderId) }
  const [{ reference }] = await Promise.all([read(api.bookings.order, order), read(api.operator.config)])
  return { ...order, reference }
})

const DeskOrderPage = ({ data: { completeOrderId } }: PageProps<typeof load>) => {
  const { data: order } = useRead(api.bookings.order, { completeOrderId })
  const { data: config } = useRead(api.operator.config)
  const staff = useCustomer()
  const { path, query } = useScreen()
  const navigate = useNavigate()
  const change = query.get('change')
  const isPrinting = query.has('print')
  const others =
    order.bookings.length === 0 ? order.items : order.items.filter(({ type }) => type === 'penalty')
  const [isVoiding, setVoiding] = useState(false)
  const owed = order.payments.find(({ tenderType }) => tenderType === venueTender)
  // What is owed on arrival has not been taken.
  const givenBack = formatted(order.total - (owed?.amount ?? 0), config.currency.symbol)
  const owing = order.bookings.find(({ status }) => !status.startsWith('cancelled'))
  // E10: attendee details are deleted from the browser once the order is complete.
  useEffect(() => {
    clearAttendeesDraft()
  }, [])
  useEffect(() => {
    if (!isPrinting) return
    print()
    // Once: neither a reload nor Back prints again.
    void navigate(withQuery(path, { print: null }), { replace: true, stay: true })
  }, [isPrinting, path, navigate])
  return (
    <Container narrow>
      <div className={styles['receipt']}>
        <PageHeading
          lead={messages.soldBy({
            operator: config.name,
            time: yearAndTime({ at: new Date(order.placedAt), zone: config.timezone }),
          })}
        >
          {messages.order({ reference: order.reference })}
        </PageHeading>
        {change === null ? null : (
          <div className={styles['change']}>
            <Notice colour="success" title={messages.changeDue({ amount: change })} />
          </div>
        )}
        <div className={styles['acts']}>
          <NextCustomer />
          <Button
            variant="secondary"
            size="lg"
            onClick={() => {
              print()
            }}
          >
            {messages.printReceipt}
          </Button>
          {order.voidableUntil === null ? null : (
            <Button
              variant="secondary"
              size="lg"
              onClick={() => {
                setVoiding(true)
              }}
            >
              {voidSale({ amount: givenBack })}
            </Button>
          )}
        </div>
        {isVoiding ? (
          <DeskVoid
            orderId={completeOrderId}
            amount={givenBack}
            onClose={() => {
              setVoiding(false)
            }}
          />
        ) : null}
        <OrderContact order={order} />
        {owed === undefined || owing === undefined ? null : (
          <Section title={messages.toPayOnArrival({ amount: owed.formattedAmount })}>
            <OwedPayment bookingId={owing.id} due={owed.amount} dueText={owed.formattedAmount} />
          </Section>
        )}
        {order.bookings.length === 0 ? null : (
          <Section title={messages.bookings}>
            <DeskBookings
              bookings={order.bookings}
              mayRefund={may(staff, 'refund.limit')}
              withOrder={false}
            />
          </Section>
        )}
        {others.length === 0 ? null : (
          <Section title={messages.items}>
            <dl className={styles['paid']}>
              {others.map(({ id, name, price }, index) => (
                <div key={`${id} ${index}`}>
                  <dt>{name}</dt>
                  <dd>{price.formatted}</dd>
                </div>
              ))}
            </dl>
          </Section>
        )}
        <Section title={messages.payment}>
          <dl className={styles['paid']}>
            {order.payments.map(({ id, tenderType, type, formattedAmount, status }) => (
              <div key={id}>
                <dt>{paymentName({ tenderType, type, status })}</dt>
                <dd>{formattedAmount}</dd>
              </div>
            ))}
            <div className={styles['total']}>
              <dt>{messages.total}</dt>
              <dd>{order.formattedTotal}</dd>
            </div>
            {order.refunds.map(({ to, status, formatted: amount }) => (
              <div key={`${to} ${status}`}>
                <dt>{status === 'failed' ? messages.refundFailed : orderRefund({ to, status })}</dt>
                <dd>{amount}</dd>
              </div>
            ))}
            {order.taxTotal === 0 ? null : (
              <div>
                <dt>{messages.includesVat}</dt>
                <dd>{formatted(order.netTaxTotal, config.currency.symbol)}</dd>
              </div>
            )}
            {change === null ? null : (
              <div className={styles['handed']}>
                <dt>{messages.changeGiven}</dt>
                <dd>{change}</dd>
              </div>
            )}
          </dl>
        </Section>
        {order.refunds.some(({ status }) => status === 'failed') ? (
          <div className={styles['acts']}>
            <Notice colour="warning" title={messages.refundFailedTitle}>
              <p>{messages.refundFailedText}</p>
            </Notice>
          </div>
        ) : null}
        <SellerDetails seller={order.seller} onPaper />
        <p className={styles['thanks']}>{messages.thanks}</p>
      </div>
    </Container>
  )
}

/** Who placed it, and how to reach them. */
const OrderContact = ({ order: { contact, email } }: { order: CompleteOrder }) => {
  if (contact === null) return null
  const { customerId, name, phone } = contact
  const facts = [phone, email ?? ''].filter((fact) => fact !== '')
  if (name === '' && facts.length === 0) return null
  return (
    <p className={styles['contact']}>
      {messages.customer}:{' '}
      {customerId === null ? (
        <strong>{name}</strong>
      ) : (
        <Link to={deskLinks.customer(customerId)}>{name}</Link>
      )}
      {facts.length === 0 ? null : ` ${name === '' ? '' : '· '}${facts.join(' · ')}`}
    </p>
  )
}

const paymentName = ({
  tenderType,
  type,
  status,
}: Pick<CompleteOrder['payments'][number], 'tenderType' | 'type' | 'status'>): string => {
  if (status === 'failed') return paymentFailed
  return type === 'membership' ? membershipOnly(tenders[tenderType]) : tenders[tenderType].name
}

export const page = defineStaffPage('customers.view', {
  load,
  title: ({ reference }) => messages.orderPage({ reference }),
  Component: DeskOrderPage,
})
