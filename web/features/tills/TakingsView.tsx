import type { TakenByTender, Takings } from '#contract/tills.ts'
import { api } from '#web/platform/api.ts'
import { links } from '#web/platform/links.ts'
import { useCall } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Empty, Section } from '#web/ui/Layout.tsx'
import styles from './TakingsView.module.css'

const names: Readonly<Record<string, string>> = {
  cash: 'Cash',
  card: 'Card',
  cheque: 'Cheques',
  'offline-voucher': 'Vouchers',
  credit: 'Credit',
  customer_account_online: 'Customer accounts',
}

const nameOf = ({ tenderType, type }: Pick<TakenByTender, 'tenderType' | 'type'>): string =>
  `${names[tenderType] ?? tenderType}${type === 'membership' ? ', membership' : ''}`

/** What was taken and given back: by tender, by person, by drawer, and every entry behind them. */
export const TakingsView = ({ takings, isSupervisor }: { takings: Takings; isSupervisor: boolean }) => (
  <>
    {takings.due.length === 0 ? null : <Due due={takings.due} isSupervisor={isSupervisor} />}
    {takings.entries.length === 0 ? (
      <Empty title="Nothing was taken on this day." />
    ) : (
      <>
        <Section title="By tender">
          <Sums
            caption="By tender"
            first="Tender"
            rows={takings.tenders.map((row) => ({ ...row, key: nameOf(row), name: nameOf(row) }))}
            total={takings}
          />
        </Section>
        {takings.people.length < 2 ? null : (
          <Section title="By person">
            <Sums
              caption="By person"
              first="Person"
              rows={takings.people.map((row) => ({ ...row, key: String(row.userId) }))}
              total={takings}
            />
          </Section>
        )}
        <Section title="By drawer">
          <ul role="list" className={styles['drawers']}>
            {takings.tills.map(({ id, name, cash }) => (
              <li key={String(id)} className={styles['drawer']}>
                <span>{name}</span>
                <strong>{cash.formatted}</strong>
                <span className={styles['quiet']}>in cash, besides the float</span>
              </li>
            ))}
          </ul>
        </Section>
        <Section title={`All ${takings.entries.length} entries`}>
          <Entries entries={takings.entries} />
        </Section>
      </>
    )}
  </>
)

type Sum = Pick<Takings, 'count' | 'taken' | 'givenBack' | 'net'>

const Sums = ({
  caption,
  first,
  rows,
  total,
}: {
  caption: string
  first: string
  rows: readonly (Sum & { key: string; name: string })[]
  total: Sum
}) => (
  // A table that is wider than its place is moved sideways with the keyboard, too.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className={styles['scroll']} role="region" aria-label={caption} tabIndex={0}>
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col">Entries</th>
          <th scope="col">Taken</th>
          <th scope="col">Given back</th>
          <th scope="col">Net</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, count, taken, givenBack, net }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>{count}</td>
            <td>{taken.formatted}</td>
            <td>{givenBack.formatted}</td>
            <td>{net.formatted}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Together</th>
          <td>{total.count}</td>
          <td>{total.taken.formatted}</td>
          <td>{total.givenBack.formatted}</td>
          <td>{total.net.formatted}</td>
        </tr>
      </tfoot>
    </table>
  </div>
)

const Entries = ({ entries }: { entries: Takings['entries'] }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
  <div className={styles['scroll']} role="region" aria-label="Entries" tabIndex={0}>
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">Tender</th>
          <th scope="col">Amount</th>
          <th scope="col">Customer</th>
          <th scope="col">Order</th>
          <th scope="col">By</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td>{entry.time}</td>
            <td>
              {nameOf(entry)}
              {entry.reference === null ? null : <span className={styles['quiet']}> {entry.reference}</span>}
            </td>
            <td>{entry.amount.formatted}</td>
            <td>{entry.customer ?? 'Walk-in'}</td>
            <td>
              <Link to={links.bookingConfirmed(entry.orderId)}>{entry.orderReference}</Link>
            </td>
            <td>
              {entry.name}
              {entry.till === null ? null : <span className={styles['quiet']}> {entry.till}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** Owed over the counter: to people without an account, for what was cancelled. */
const Due = ({ due, isSupervisor }: { due: Takings['due']; isSupervisor: boolean }) => {
  const toasts = useToasts()
  const handOut = useCall(api.bookings.handOut, {
    onSuccess: ({ amount }) => {
      toasts.show({ content: `Hand out ${amount.formatted} in cash.`, colour: 'success', closeAfter: 10000 })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  return (
    <Section title="To be handed out">
      <ul role="list" className={styles['drawers']}>
        {due.map(({ refundId, amount, what, orderId, orderReference }) => (
          <li key={refundId} className={styles['drawer']}>
            <span>
              {what}, <Link to={links.bookingConfirmed(orderId)}>{orderReference}</Link>
            </span>
            <strong>{amount.formatted}</strong>
            {isSupervisor ? (
              <Button
                variant="secondary"
                busy={handOut.requesting}
                aria-label={`Hand out ${amount.formatted} for ${orderReference}`}
                onClick={() => {
                  handOut.send({ refundId })
                }}
              >
                Hand out
              </Button>
            ) : (
              <span className={styles['quiet']}>A supervisor hands it out</span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}
