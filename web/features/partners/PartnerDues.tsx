import { useState } from 'react'
import type { Received } from '#contract/endpoint.ts'
import type { openBooking } from '#contract/open-booking.ts'
import * as messages from '#messages/desk/partners.ts'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Layout.tsx'
import { Aside, Table, type Column } from '#web/ui/Table.tsx'
import { TakeDue } from './TakeDue.tsx'
import styles from './PartnerDues.module.css'

type Due = Received<(typeof openBooking)['dueAtVenue']>['orders'][number]

/** Orders whose customers pay at the venue, by the time of their sessions, each with the button that takes the money. */
export const PartnerDues = ({ orders }: { orders: readonly Due[] }) => {
  const [paying, setPaying] = useState<Due | null>(null)
  return (
    <>
      <Table
        name={messages.duesTab}
        form="scroll"
        columns={columnsOf(setPaying)}
        rows={orders}
        rowKey={({ orderId }) => orderId}
        empty={<Empty title={messages.noDues} />}
      />
      {paying === null ? null : (
        <TakeDue
          order={paying}
          onClose={() => {
            setPaying(null)
          }}
        />
      )}
    </>
  )
}

const columnsOf = (onPay: (order: Due) => void): Column<Due>[] => [
  { heading: messages.time, cell: ({ startsText }) => startsText },
  {
    heading: messages.session,
    isWide: true,
    cell: ({ what, venueName, places }) => (
      <>
        {what}{' '}
        <Aside>
          {venueName} · {messages.places({ count: places })}
        </Aside>
      </>
    ),
  },
  { heading: messages.customer, cell: ({ customer }) => customer },
  { heading: messages.partner, cell: ({ partner }) => partner },
  {
    heading: messages.order,
    cell: ({ orderId, orderReference }) => (
      <Link className={styles['link']} to={links.bookingConfirmed(orderId)}>
        {orderReference}
      </Link>
    ),
  },
  { heading: messages.due, isFigure: true, cell: ({ due }) => <strong>{due.formatted}</strong> },
  {
    heading: messages.payment,
    cell: (order) => (
      <Button
        aria-label={messages.takeFrom({ amount: order.due.formatted, customer: order.customer })}
        onClick={() => {
          onPay(order)
        }}
      >
        {messages.take}
      </Button>
    ),
  },
]
