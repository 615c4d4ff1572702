import type { TakenByTender, Takings } from '#contract/tills.ts'
import * as messages from '#messages/desk/tills.ts'
import { membershipOnly, tenders } from '#messages/shared/tenders.ts'
import { api } from '#web/platform/api.ts'
import { links } from '#web/platform/links.ts'
import { useCall } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Empty, Section } from '#web/ui/Layout.tsx'
import { Aside, Table, type Column } from '#web/ui/Table.tsx'
import styles from './TakingsView.module.css'

const describeTender = (
  { tenderType, type }: Pick<TakenByTender, 'tenderType' | 'type'>,
  form: 'entry' | 'total',
): string => {
  const name = tenders[tenderType][form]
  return type === 'membership' ? membershipOnly({ name }) : name
}

/** Payments and refunds of a day: by tender, by member of staff, by till, and every entry. */
export const TakingsView = ({ takings, mayPayOut }: { takings: Takings; mayPayOut: boolean }) => (
  <>
    {takings.owed.length === 0 ? null : <Owed owed={takings.owed} />}
    {takings.due.length === 0 ? null : <CashRefunds due={takings.due} mayPayOut={mayPayOut} />}
    {takings.disputes.length === 0 ? null : <Disputes disputes={takings.disputes} />}
    {takings.entries.length === 0 ? (
      <div className={styles['none']}>
        <Empty title={messages.noTakings} />
      </div>
    ) : (
      <>
        <Section title={messages.byTender}>
          <Sums
            caption={messages.byTender}
            rowHeading={messages.tender}
            rows={takings.tenders.map((row) => {
              const name = describeTender(row, 'total')
              return { ...row, key: name, name }
            })}
            total={takings}
          />
        </Section>
        {takings.people.length < 2 ? null : (
          <Section title={messages.byPerson}>
            <Sums
              caption={messages.byPerson}
              rowHeading={messages.person}
              rows={takings.people.map((row) => ({ ...row, key: String(row.userId) }))}
              total={takings}
            />
          </Section>
        )}
        <Section title={messages.byTill}>
          <ul role="list" className={styles['tills']}>
            {takings.tills.map(({ id, name, cash }) => (
              <li key={String(id)} className={styles['till']}>
                <span>{id === null ? messages.noTill : name}</span>
                <strong>{cash.formatted}</strong>
                <span className={styles['quiet']}>{messages.cashInTill}</span>
              </li>
            ))}
          </ul>
        </Section>
        <Section title={messages.allEntries({ count: takings.entries.length })}>
          <Table
            name={messages.entries}
            form="scroll"
            columns={entryColumns}
            rows={takings.entries}
            rowKey={({ id }) => id}
          />
        </Section>
      </>
    )}
  </>
)

type Sum = Pick<Takings, 'count' | 'taken' | 'givenBack' | 'net'> & { key: string; name: string }

const Sums = ({
  caption,
  rowHeading,
  rows,
  total,
}: {
  caption: string
  rowHeading: string
  rows: readonly Sum[]
  total: Omit<Sum, 'key' | 'name'>
}) => (
  <Table
    name={caption}
    form="scroll"
    columns={[
      { heading: rowHeading, isRowHeading: true, cell: ({ name }) => name },
      { heading: messages.entries, isFigure: true, cell: ({ count }) => count },
      { heading: messages.taken, isFigure: true, cell: ({ taken }) => taken.formatted },
      { heading: messages.refunded, isFigure: true, cell: ({ givenBack }) => givenBack.formatted },
      { heading: messages.net, isFigure: true, cell: ({ net }) => net.formatted },
    ]}
    rows={rows}
    rowKey={({ key }) => key}
    total={{ ...total, key: 'total', name: messages.total }}
  />
)

const entryColumns: readonly Column<Takings['entries'][number]>[] = [
  { heading: messages.time, cell: ({ time }) => time },
  {
    heading: messages.tender,
    cell: (entry) => (
      <>
        {describeTender(entry, 'entry')}
        {entry.reference === null ? null : <Aside> {entry.reference}</Aside>}
      </>
    ),
  },
  { heading: messages.amount, isFigure: true, cell: ({ amount }) => amount.formatted },
  { heading: messages.customer, cell: ({ customer }) => customer ?? messages.walkIn },
  {
    heading: messages.order,
    cell: ({ orderId, orderReference }) =>
      orderId === null ? (
        messages.invoice({ number: orderReference })
      ) : (
        <Link to={links.bookingConfirmed(orderId)}>{orderReference}</Link>
      ),
  },
  {
    heading: messages.person,
    cell: ({ name, till }) => (
      <>
        {name}
        {till === null ? null : <Aside> {till}</Aside>}
      </>
    ),
  },
]

/** Card payments that cardholders dispute with their banks. */
const Disputes = ({ disputes }: Pick<Takings, 'disputes'>) => (
  <Section title={messages.disputes}>
    <ul role="list" className={styles['tills']}>
      {disputes.map(({ id, amount, status, openedOn, frozen, orderId, orderReference }) => (
        <li key={id} className={styles['till']}>
          <span>
            {messages.disputedOn({ day: openedOn })},{' '}
            <Link to={links.bookingConfirmed(orderId)}>{orderReference}</Link>
          </span>
          <strong>{amount.formatted}</strong>
          <p className={styles['note']}>
            {messages.disputeStates[status]}
            {frozen.raw === 0 ? null : <> {messages.creditFrozen({ amount: frozen.formatted })}</>}
          </p>
        </li>
      ))}
    </ul>
  </Section>
)

/** Who owes what for places that are paid on arrival; the order takes the payment. */
const Owed = ({ owed }: Pick<Takings, 'owed'>) => (
  <Section title={messages.toPayOnArrival}>
    <ul role="list" className={styles['tills']}>
      {owed.map(({ bookingId, amount, what, day, time, name, phone, orderId, orderReference }) => (
        <li key={bookingId} className={styles['till']}>
          <span>{messages.owedFor({ what, day, time })}</span>
          <strong>{amount.formatted}</strong>
          <Contact name={name} phone={phone} />
          <Link
            className={buttonClass({ variant: 'secondary' })}
            to={links.bookingConfirmed(orderId)}
            aria-label={messages.takeOwedFor({ amount: amount.formatted, order: orderReference })}
          >
            {messages.takeOwed({ amount: amount.formatted })}
          </Link>
        </li>
      ))}
    </ul>
  </Section>
)

const Contact = ({ name, phone }: { name: string; phone: string }) => {
  const facts = [name, phone].filter((fact) => fact !== '')
  return facts.length === 0 ? null : <span>{facts.join(' · ')}</span>
}

/** Cash refunds for cancelled bookings: owed to people without an account, or not paid by the card company. */
const CashRefunds = ({ due, mayPayOut }: { due: Takings['due']; mayPayOut: boolean }) => {
  const toasts = useToasts()
  const payOut = useCall(api.bookings.handOut, {
    onSuccess: ({ amount }, { by }) => {
      toasts.show({
        content: by === 'card' ? messages.offTheList : messages.giveCash({ amount: amount.formatted }),
        colour: 'success',
        closeAfter: 10000,
      })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  return (
    <Section title={messages.cashRefunds}>
      <ul role="list" className={styles['tills']}>
        {due.map(({ refundId, amount, what, name, phone, orderId, orderReference, isFailedCardRefund }) => (
          <li key={refundId} className={styles['till']}>
            <span>
              {what}, <Link to={links.bookingConfirmed(orderId)}>{orderReference}</Link>
            </span>
            <strong>{amount.formatted}</strong>
            <Contact name={name} phone={phone} />
            {isFailedCardRefund ? <p className={styles['note']}>{messages.cardRefundFailed}</p> : null}
            {mayPayOut && isFailedCardRefund ? (
              <Button
                variant="secondary"
                busy={payOut.requesting}
                aria-label={messages.paidByCompanyFor({ amount: amount.formatted, order: orderReference })}
                onClick={() => {
                  payOut.send({ refundId, by: 'card' })
                }}
              >
                {messages.paidByCompany}
              </Button>
            ) : null}
            {mayPayOut ? (
              <Button
                variant="secondary"
                busy={payOut.requesting}
                aria-label={messages.payOutFor({ amount: amount.formatted, order: orderReference })}
                onClick={() => {
                  payOut.send({ refundId })
                }}
              >
                {messages.payOut}
              </Button>
            ) : (
              <span className={styles['quiet']}>{messages.supervisorPaysOut}</span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
