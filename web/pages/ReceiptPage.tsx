import * as messages from '#messages/bookings/receipt.ts'
import { OrderFile } from '#web/features/bookings/OrderFile.tsx'
import { SellerDetails } from '#web/features/bookings/SellerDetails.tsx'
import { api } from '#web/platform/api.ts'
import { links } from '#web/platform/links.ts'
import { definePage, notFound, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Container, PageHeading } from '#web/ui/Layout.tsx'
import styles from './ReceiptPage.module.css'

/** The receipt of a paid order. 404 for everyone but the customer who placed it. */
const load = async ({ params, read }: LoaderArgs<'completeOrderId'>) => {
  const { completeOrderId } = params
  if (!/^\d{1,9}$/.test(completeOrderId)) return notFound()
  const order = { completeOrderId: Number(completeOrderId) }
  await read(api.bookings.receipt, order)
  return order
}

const ReceiptPage = ({ data: { completeOrderId } }: PageProps<typeof load>) => {
  const { data: receipt } = useRead(api.bookings.receipt, { completeOrderId })
  const { channel } = usePageContext()
  const { reference, placed, seller, payer, lines, total, vat, entries } = receipt
  return (
    <Container>
      <div className={styles['receipt']}>
        <PageHeading>{messages.receiptOf({ reference })}</PageHeading>
        <p>{placed}</p>
        <div className={styles['parties']}>
          <SellerDetails seller={seller} />
          {payer === '' ? null : <p>{messages.paidBy({ name: payer })}</p>}
        </div>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">{messages.item}</th>
              <th scope="col">{messages.quantity}</th>
              <th scope="col">{messages.unitPrice}</th>
              <th scope="col">{messages.price}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              <tr key={`${line.name} ${index}`}>
                <td>
                  <strong>{line.name}</strong>
                  {line.details.map((detail) => (
                    <span key={detail} className={styles['detail']}>
                      {detail}
                    </span>
                  ))}
                </td>
                <td data-name={messages.quantity}>{line.quantity}</td>
                <td data-name={messages.unitPrice}>{line.unitPrice ?? '–'}</td>
                <td data-name={messages.price}>{line.price}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className={styles['total']}>
              <th scope="row" colSpan={3}>
                {messages.total}
              </th>
              <td>{total}</td>
            </tr>
            {vat.map(({ rate, net, tax }) => (
              <tr key={rate}>
                <th scope="row" colSpan={3}>
                  {messages.vatIncluded({ rate, net })}
                </th>
                <td>{tax}</td>
              </tr>
            ))}
          </tfoot>
        </table>
        {entries.length === 0 ? (
          <p>{messages.nothingToPay}</p>
        ) : (
          <>
            <h2>{messages.paymentsAndRefunds}</h2>
            <table className={styles['table']} data-kind="entries">
              <thead>
                <tr>
                  <th scope="col">{messages.entry}</th>
                  <th scope="col">{messages.date}</th>
                  <th scope="col">{messages.amount}</th>
                </tr>
              </thead>
              <tbody>
                {entries.map(({ on, label, amount }, index) => (
                  <tr key={`${label} ${index}`}>
                    <td>{label}</td>
                    <td data-name={messages.date}>{on}</td>
                    <td data-name={messages.amount}>{amount}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
        <p className={styles['acts']}>
          {channel.sharedDevice === undefined ? (
            <OrderFile className={buttonClass({ size: 'lg' })} orderId={completeOrderId} file="receipt">
              {messages.download}
            </OrderFile>
          ) : null}
          <Link
            className={buttonClass({ size: 'lg', variant: 'secondary' })}
            to={links.bookingConfirmed(completeOrderId)}
          >
            {messages.backToOrder}
          </Link>
        </p>
      </div>
    </Container>
  )
}

export const page = definePage({
  load,
  title: () => messages.receipt,
  breadcrumbs: () => [{ label: messages.receipt }],
  Component: ReceiptPage,
})
