import type { HireInvoice } from '#contract/hireTypes.ts'
import type { hirers } from '#contract/hirers.ts'
import type { Received } from '#contract/endpoint.ts'
import * as messages from '#messages/account/hires.ts'
import { api, ApiError } from '#web/platform/api.ts'
import { invoicePrepareArgs } from '#web/features/checkout/InvoiceCheckout.tsx'
import { pendingPayment } from '#web/features/checkout/pendingPayment.ts'
import { withQuery } from '#web/platform/links.ts'
import { penceFromInput } from '#web/platform/penceInput.ts'
import { definePage, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Badge, Card, Container, Empty, PageHeading, Section } from '#web/ui/Layout.tsx'
import { Table } from '#web/ui/Table.tsx'
import { HirerPayment } from './HirerPayment.tsx'
import { Payments } from './HirerPayments.tsx'
import { nothingPrepared, prepareByCard } from './prepareByCard.ts'
import styles from './HirerPage.module.css'

type Found = Received<(typeof hirers)['ofLink']>

/** The target of the link in an invoice's mail: `/hires?code=…`, with `pay` while an invoice is paid by card. */
const load = async (args: LoaderArgs) => {
  const code = args.query.get('code') ?? ''
  const invoices = await readInvoices(args, code)
  if (invoices === null) return { opened: null }
  const invoice = invoices.find(({ id }) => String(id) === args.query.get('pay'))
  const paying = invoice === undefined ? null : await startPaying(args, code, invoice)
  return { opened: { code, paying } }
}

const readInvoices = async ({ read }: LoaderArgs, code: string): Promise<Found['invoices'] | null> => {
  if (code === '') return null
  try {
    return (await read(api.hirers.ofLink, { code })).invoices
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null
    throw error
  }
}

/** `amount`: what the hirer has typed to pay of it, in pence; null: all that is owed. */
const startPaying = async ({ query, read, context }: LoaderArgs, code: string, { id, owed }: HireInvoice) => {
  const typed = query.get('amount')
  const pence = penceFromInput(typed ?? '')
  const isPart = pence !== null && pence > 0 && pence <= owed.raw
  const amount = isPart ? pence : null
  const pendingTransaction = pendingPayment(context.cookies, { invoiceId: id })
  const isToPay = owed.raw > 0 && pendingTransaction === undefined
  const prepared = isToPay
    ? await prepareByCard(read, invoicePrepareArgs({ invoiceId: id, hirerCode: code, amount }))
    : nothingPrepared
  return { id, amount, isWrong: typed !== null && !isPart, start: { ...prepared, pendingTransaction } }
}

const pathOf = (code: string): string => withQuery('/hires', { code })

type Opened = NonNullable<PageProps<typeof load>['data']['opened']>

const HirerPage = ({ data: { opened } }: PageProps<typeof load>) => {
  if (opened === null)
    return (
      <Container narrow>
        <PageHeading>{messages.page}</PageHeading>
        <Empty title={messages.gone}>
          <p>{messages.goneHelp}</p>
        </Empty>
      </Container>
    )
  return <OpenedLink {...opened} />
}

const OpenedLink = ({ code, paying }: Opened) => {
  const { data: found } = useRead(api.hirers.ofLink, { code })
  const paid = found.invoices.find(({ id }) => id === paying?.id)
  return (
    <Container>
      {paying === null || paid === undefined ? (
        <DatesAndInvoices {...{ code, found }} />
      ) : (
        <HirerPayment key={paying.amount} {...{ code }} {...paying} back={pathOf(code)} invoice={paid} />
      )}
    </Container>
  )
}

const DatesAndInvoices = ({
  code,
  found: { hirer, seller, hires, invoices },
}: {
  code: string
  found: Found
}) => (
  <>
    <PageHeading>{messages.hiresOf({ hirer })}</PageHeading>
    <div className={styles['page']}>
      <Section title={messages.invoices}>
        {invoices.length === 0 ? (
          <p>{messages.noInvoices}</p>
        ) : (
          <ul role="list" className={styles['list']}>
            {invoices.map((invoice) => (
              <Invoice key={invoice.id} {...{ code, invoice, seller }} />
            ))}
          </ul>
        )}
      </Section>
      <Section title={messages.dates}>
        <ul role="list" className={styles['list']}>
          {hires.filter(isLet).map((hire) => (
            <Card as="li" key={hire.id} className={styles['card']}>
              <div className={styles['top']}>
                <h3>{hire.name}</h3>
                <Badge>{messages.state[hire.state]}</Badge>
              </div>
              <p>{[hire.venue.name, ...hire.places].join(' · ')}</p>
              <p>{messages.when(hire)}</p>
              <details>
                <summary>
                  {messages.dateCount({
                    count: hire.dates.filter(({ state }) => state !== 'left_out').length,
                  })}
                </summary>
                <ul className={styles['dates']}>
                  {hire.dates.map(({ id, date, place, state }) => (
                    <li key={id}>
                      {state === 'left_out' ? (
                        <>
                          <del>{messages.day({ day: date.raw })}</del> {messages.leftOut}
                        </>
                      ) : (
                        `${messages.day({ day: date.raw })}, ${place}`
                      )}
                    </li>
                  ))}
                </ul>
              </details>
            </Card>
          ))}
        </ul>
      </Section>
      <p className={styles['screen']}>
        <Button
          variant="secondary"
          onClick={() => {
            print()
          }}
        >
          {messages.print}
        </Button>
      </p>
    </div>
  </>
)

const isLet = ({ dates }: Found['hires'][number]): boolean => dates.some(({ state }) => state !== 'left_out')

const owedText = ({ owed, dueOn, isOverdue }: HireInvoice): string => {
  if (owed.raw < 0) return messages.payBack({ owed: owed.formatted.replace('-', '') })
  if (owed.raw > 0) return (isOverdue ? messages.overdue : messages.due)({ owed: owed.formatted, day: dueOn })
  return ''
}

const Invoice = ({
  code,
  invoice,
  seller,
}: {
  code: string
  invoice: HireInvoice
  seller: Found['seller']
}) => {
  const {
    id,
    kind,
    number,
    creditsNumber,
    hirer,
    address,
    issuedOn,
    hire,
    lines,
    total,
    vat,
    isExempt,
    owed,
    payments,
  } = invoice
  const name =
    kind === 'invoice'
      ? messages.invoice({ number })
      : messages.creditNote({ number, credits: creditsNumber })
  return (
    <Card as="li" className={styles['card']}>
      <div className={styles['top']}>
        <h3>{name}</h3>
        <Badge colour={owed.raw > 0 ? 'warning' : 'success'}>
          {owed.raw > 0 ? owed.formatted : total.formatted}
        </Badge>
      </div>
      <p>
        <strong>{owedText(invoice)}</strong> {owed.raw > 0 ? messages.howToPay({ number }) : null}
      </p>
      <Payments payments={payments} />
      {owed.raw > 0 ? (
        <p className={styles['screen']}>
          <Link className={buttonClass({})} to={withQuery(pathOf(code), { pay: String(id) })}>
            {messages.payByCard({ owed: owed.formatted })}
            <span className="visually-hidden">: {name}</span>
          </Link>
        </p>
      ) : null}
      <details className={styles['invoice']}>
        <summary>{messages.issued({ day: issuedOn })}</summary>
        <div className={styles['parties']}>
          <address>
            <strong>{seller.legalName || seller.name}</strong>
            {[seller.address, seller.phone, seller.email].filter(Boolean).map((line) => (
              <span key={line}>{line}</span>
            ))}
            {seller.vatNumber === '' ? null : <span>{messages.vatNumber({ number: seller.vatNumber })}</span>}
          </address>
          <address>
            <strong>{hirer}</strong>
            <span>{address}</span>
          </address>
        </div>
        <p>{hire}</p>
        <Table
          name={name}
          form="scroll"
          rows={lines}
          rowKey={(_, index) => index}
          total={{ date: null, place: messages.total, times: '', amount: total }}
          columns={[
            {
              heading: messages.date,
              isRowHeading: true,
              cell: ({ date, place, times }) =>
                date === null
                  ? place || messages.deposit
                  : [messages.day({ day: date.raw }), times, place].join(' · '),
            },
            { heading: messages.price, isFigure: true, cell: ({ amount }) => amount.formatted },
          ]}
        />
        <p>{isExempt ? messages.exempt : `${messages.vat}: ${vat.formatted}`}</p>
      </details>
    </Card>
  )
}

export const page = definePage({
  load,
  title: () => messages.page,
  Component: HirerPage,
})
