import { useState } from 'react'
import { localDay } from '#contract/time.ts'
import * as messages from '#messages/desk/hirers.ts'
import { HireCard } from '#web/features/hirers/HireCard.tsx'
import { HireForm } from '#web/features/hirers/HireForm.tsx'
import styles from '#web/features/hirers/Hirers.module.css'
import { InvoiceTable } from '#web/features/hirers/InvoiceTable.tsx'
import { ChangeHirer } from '#web/features/hirers/HirerForm.tsx'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import type { LoaderArgs, PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { selectedVenue } from '#web/platform/venue.ts'
import { venueChoice } from '#web/platform/VenueField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card, Container, Empty, PageHeading, Section } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { defineStaffPage } from './defineStaffPage.tsx'
import { requireStaff } from './requireStaff.ts'

const load = requireStaff(async ({ params, read, context }: LoaderArgs<'hirerId'>) => {
  const hirerId = Number(params.hirerId)
  const selected = selectedVenue(context.cookies)?.venueSlug
  const [{ timezone }, { hirer }, { venues }] = await Promise.all([
    read(api.operator.config),
    read(api.hirers.one, { hirerId }),
    read(api.venues.search, venueChoice(selected)),
  ])
  return {
    hirerId,
    name: hirer.name,
    venue: (venues.find(({ slug }) => slug === selected) ?? venues[0])?.slug ?? '',
    today: localDay(new Date(context.startedAt), timezone),
  }
})

const OfficeHirerPage = ({ data: { hirerId, venue, today } }: PageProps<typeof load>) => {
  const {
    data: { hirer, hires, invoices },
  } = useRead(api.hirers.one, { hirerId })
  const [isHiring, setHiring] = useState(false)
  const toasts = useToasts()
  const papers = [
    { what: 'safeguarding' as const, day: hirer.safeguardingUntil },
    { what: 'insurance' as const, day: hirer.insuranceUntil },
  ].flatMap(({ what, day }) => (day === null ? [] : { what, day }))
  return (
    <Container>
      <PageHeading lead={[hirer.contact, hirer.phone, hirer.email].filter(Boolean).join(' · ') || undefined}>
        {hirer.name}
      </PageHeading>
      <div className={styles['page']}>
        {papers
          .filter(({ day }) => day < today)
          .map((paper) => (
            <Notice key={paper.what} colour="warning">
              <p>{messages.expired(paper)}</p>
            </Notice>
          ))}
        {isHiring ? (
          <Section title={messages.hireFor({ name: hirer.name })}>
            <HireForm
              hirer={hirer}
              venue={venue}
              onHired={() => {
                setHiring(false)
              }}
            />
          </Section>
        ) : (
          <p>
            <Button
              size="lg"
              onClick={() => {
                setHiring(true)
              }}
            >
              {messages.hire}
            </Button>
          </p>
        )}
        <Section title={messages.hires}>
          {hires.length === 0 ? (
            <Empty title={messages.noHires}>
              <p>{messages.noHiresHelp}</p>
            </Empty>
          ) : (
            <ul role="list" className={styles['list']}>
              {hires.map((hire) => (
                <HireCard key={hire.id} hire={hire} />
              ))}
            </ul>
          )}
        </Section>
        {invoices.length === 0 ? null : (
          <Section title={messages.invoices}>
            <InvoiceTable invoices={invoices} />
          </Section>
        )}
        <Section title={messages.details}>
          {papers
            .filter(({ day }) => day >= today)
            .map((paper) => (
              <p key={paper.what}>{messages.expires(paper)}</p>
            ))}
          <Card>
            <ChangeHirer
              hirer={hirer}
              onSaved={() => {
                toasts.show({ content: messages.saved, colour: 'success', closeAfter: 5000 })
              }}
            />
          </Card>
        </Section>
      </div>
    </Container>
  )
}

export const page = defineStaffPage('hirers', {
  load,
  title: ({ name }) => name,
  breadcrumbs: ({ name }) => [{ label: messages.title, to: deskLinks.hirers() }, { label: name }],
  Component: OfficeHirerPage,
})
