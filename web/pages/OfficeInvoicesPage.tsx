import { lastOfMonth } from '#contract/months.ts'
import { isDay, localDay } from '#contract/time.ts'
import * as messages from '#messages/desk/hirers.ts'
import { InvoiceTable } from '#web/features/hirers/InvoiceTable.tsx'
import styles from '#web/features/hirers/Hirers.module.css'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { withQuery } from '#web/platform/links.ts'
import type { LoaderArgs, PageProps } from '#web/platform/page.ts'
import { useCall, useRead } from '#web/platform/queries.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Container, Empty, PageHeading, Section } from '#web/ui/Layout.tsx'
import { Table } from '#web/ui/Table.tsx'
import { defineStaffPage } from './defineStaffPage.tsx'
import { requireStaff } from './requireStaff.ts'

const load = requireStaff(async ({ query, read, context }: LoaderArgs) => {
  const { timezone } = await read(api.operator.config)
  const typed = query.get('until') ?? ''
  const until = isDay(typed) ? typed : lastOfMonth(localDay(new Date(context.startedAt), timezone))
  await read(api.hirers.invoices, { until })
  return { until }
})

const OfficeInvoicesPage = ({ data: { until } }: PageProps<typeof load>) => {
  const {
    data: { ready, invoices },
  } = useRead(api.hirers.invoices, { until })
  const navigate = useNavigate()
  const toasts = useToasts()
  const invoice = useCall(api.hirers.invoice, {
    onSuccess: ({ number }) => {
      toasts.show({ content: messages.invoiced({ number }), colour: 'success', closeAfter: 5000 })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  return (
    <Container>
      <PageHeading lead={messages.invoicesLead}>{messages.invoices}</PageHeading>
      <div className={styles['page']}>
        <Section title={messages.toInvoice}>
          <form
            key={until}
            className={styles['exception']}
            onSubmit={(event) => {
              event.preventDefault()
              const day = new FormData(event.currentTarget).get('until')
              if (typeof day === 'string')
                void navigate(withQuery(deskLinks.invoices(), { until: day }), { stay: true })
            }}
          >
            <TextField label={messages.invoiceUntil} name="until" type="date" defaultValue={until} />
            <Button type="submit" variant="secondary" size="lg">
              {messages.show}
            </Button>
          </form>
          <div className={styles['dates']}>
            <Table
              name={messages.toInvoice}
              form="stack"
              rows={ready}
              rowKey={({ hireId }) => hireId}
              empty={
                <Empty title={messages.nothingToInvoice}>
                  <p>{messages.nothingToInvoiceHelp}</p>
                </Empty>
              }
              columns={[
                { heading: messages.hirerColumn, isRowHeading: true, cell: ({ hirer }) => hirer },
                { heading: messages.hireColumn, cell: ({ hire }) => hire },
                {
                  heading: messages.periodColumn,
                  cell: ({ dates, from, until: last }) =>
                    messages.period({ count: dates, from, until: last }),
                },
                {
                  heading: messages.writtenColumn,
                  cell: ({ writtenOn }) =>
                    writtenOn === null ? messages.byHand : messages.day({ day: writtenOn }),
                },
                { heading: messages.totalColumn, isFigure: true, cell: ({ total }) => total.formatted },
                {
                  heading: messages.actionColumn,
                  cell: ({ hireId, hirer, hire, total }) => (
                    <Button
                      size="sm"
                      busy={invoice.requesting}
                      aria-label={messages.invoiceOf({ name: `${hirer}, ${hire}`, total: total.formatted })}
                      onClick={() => {
                        invoice.send({ hireId, until })
                      }}
                    >
                      {messages.invoiceNow}
                    </Button>
                  ),
                },
              ]}
            />
          </div>
        </Section>
        <Section title={messages.invoices}>
          <InvoiceTable invoices={invoices} />
        </Section>
      </div>
    </Container>
  )
}

export const page = defineStaffPage('invoices', {
  load,
  title: () => messages.invoices,
  Component: OfficeInvoicesPage,
})
