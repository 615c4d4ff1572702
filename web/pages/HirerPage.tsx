import type { HireInvoice, hirers } from '#contract/hirers.ts'
import type { Received } from '#contract/endpoint.ts'
import * as messages from '#messages/account/hires.ts'
import { api, ApiError } from '#web/platform/api.ts'
import { definePage, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { Button } from '#web/ui/Button.tsx'
import { Badge, Card, Container, Empty, PageHeading, Section } from '#web/ui/Layout.tsx'
import { Table } from '#web/ui/Table.tsx'
import styles from './HirerPage.module.css'

type Found = Received<(typeof hirers)['ofLink']>

/** The target of the link in an invoice's mail: `/hires?code=…`. */
const load = async ({ read, query }: LoaderArgs): Promise<{ found: Found | null }> => {
  const code = query.get('code') ?? ''
  if (code === '') return { found: null }
  try {
    return { found: await read(api.hirers.ofLink, { code }) }
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return { found: null }
    throw error
  }
}

const HirerPage = ({ data: { found } }: PageProps<typeof load>) => {
  if (found === null)
    return (
      <Container narrow>
        <PageHeading>{messages.page}</PageHeading>
        <Empty title={messages.gone}>
          <p>{messages.goneHelp}</p>
        </Empty>
      </Container>
    )
  const { hirer, seller, hires, invoices } = found
  return (
    <Container>
      <PageHeading>{messages.hiresOf({ hirer })}</PageHeading>
      <div className={styles['page']}>
        <Section title={messages.invoices}>
          {invoices.length === 0 ? (
            <p>{messages.noInvoices}</p>
          ) : (
            <ul role="list" className={styles['list']}>
              {invoices.map((invoice) => (
                <Invoice key={invoice.id} invoice={invoice} seller={seller} />
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
    </Container>
  )
}

const isLet = ({ dates }: Found['hires'][number]): boolean => dates.some(({ state }) => state !== 'left_out')

const owedText = ({ owed, dueOn, isOverdue, paidOn }: HireInvoice): string => {
  if (owed.raw < 0) return messages.payBack({ owed: owed.formatted.replace('-', '') })
  if (owed.raw > 0) return (isOverdue ? messages.overdue : messages.due)({ owed: owed.formatted, day: dueOn })
  return paidOn === null ? '' : messages.paid({ day: paidOn })
}

const Invoice = ({ invoice, seller }: { invoice: HireInvoice; seller: Found['seller'] }) => {
  const { kind, number, creditsNumber, hirer, address, issuedOn, hire, lines, total, vat, isExempt, owed } =
    invoice
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
