import { useState } from 'react'
import * as messages from '#messages/desk/partners.ts'
import { PartnerCard } from '#web/features/partners/PartnerCard.tsx'
import { PartnerKey } from '#web/features/partners/PartnerKey.tsx'
import { PartnerTabs } from '#web/features/partners/PartnerTabs.tsx'
import { RegisterPartner } from '#web/features/partners/RegisterPartner.tsx'
import { api } from '#web/platform/api.ts'
import { type LoaderArgs } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Card, Container, Empty, PageHeading, Section } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './DeskPartnersPage.module.css'
import { defineStaffPage } from './defineStaffPage.tsx'
import { requireStaff } from './requireStaff.ts'

/** The booking partners, and the form to register one. */
const load = requireStaff(async ({ read }: LoaderArgs) => {
  await read(api.openBooking.listPartners)
  return {}
})

const DeskPartnersPage = () => {
  const {
    data: { isOn, partners },
  } = useRead(api.openBooking.listPartners)
  const [issued, setIssued] = useState<{ name: string; key: string } | null>(null)
  return (
    <Container>
      <PageHeading lead={messages.partnersLead}>{messages.partners}</PageHeading>
      <PartnerTabs current="list" />
      <div className={styles['top']}>
        {isOn ? null : (
          <Notice colour="warning" title={messages.switchedOff}>
            <p>{messages.howToSwitchOn}</p>
          </Notice>
        )}
        {issued === null ? null : (
          <PartnerKey
            key={issued.key}
            name={issued.name}
            secret={issued.key}
            onClose={() => {
              setIssued(null)
            }}
          />
        )}
      </div>
      <div className={styles['columns']}>
        {partners.length === 0 ? (
          <Empty title={messages.noPartners}>
            <p>{messages.whatToDo}</p>
          </Empty>
        ) : (
          <ul role="list" className={styles['list']}>
            {partners.map((partner) => (
              <PartnerCard
                key={partner.id}
                partner={partner}
                onKey={(key) => {
                  setIssued({ name: partner.name, key })
                }}
              />
            ))}
          </ul>
        )}
        <Section title={messages.registerPartner}>
          <Card>
            {/* A registered partner leaves an empty form. */}
            <RegisterPartner key={issued?.key} onDone={setIssued} />
          </Card>
        </Section>
      </div>
    </Container>
  )
}

export const page = defineStaffPage('connections', {
  load,
  title: () => messages.partnersPage,
  Component: DeskPartnersPage,
})
