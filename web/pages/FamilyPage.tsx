import { AddChild } from '#web/features/families/AddChild.tsx'
import { ConfirmPerson } from '#web/features/families/ConfirmPerson.tsx'
import { FamilyPersonCard } from '#web/features/families/FamilyPersonCard.tsx'
import { InviteForm } from '#web/features/families/InviteForm.tsx'
import { OpenInvitations } from '#web/features/families/OpenInvitations.tsx'
import * as messages from '#messages/account/family.ts'
import { api } from '#web/platform/api.ts'
import { definePage, type LoaderArgs } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Card, PageHeading, Section } from '#web/ui/Layout.tsx'
import styles from './CardList.module.css'
import { requireCustomer } from './requireCustomer.ts'

/** The customer and the people they book for. */
const load = requireCustomer(async ({ read }: LoaderArgs) => {
  await Promise.all([read(api.families.mine), read(api.families.invitations)])
  return {}
})

const FamilyPage = () => {
  const { data: people } = useRead(api.families.mine)
  const { data: invitations } = useRead(api.families.invitations)
  return (
    <>
      <PageHeading lead={messages.lead}>{messages.title}</PageHeading>
      {people.map(({ id, firstName, lastName, acceptedWith: email }) =>
        email === null ? null : (
          <div key={id} className={styles['above']}>
            <ConfirmPerson personId={id} firstName={firstName} lastName={lastName} email={email} />
          </div>
        ),
      )}
      <ul role="list" className={styles['list']}>
        {people.map((person) => (
          <li key={person.id}>
            <FamilyPersonCard person={person} />
          </li>
        ))}
      </ul>
      <div className={styles['below']}>
        <AddChild lastName={people[0]?.lastName ?? ''} variant="secondary" />
      </div>
      <Section title={messages.shareTitle}>
        <Card>
          <p>{messages.shareLead}</p>
          <InviteForm name={messages.shareTitle} label={messages.partnerEmail} />
          <OpenInvitations invitations={invitations} />
        </Card>
      </Section>
    </>
  )
}

export const page = definePage({ load, title: () => messages.title, Component: FamilyPage })
