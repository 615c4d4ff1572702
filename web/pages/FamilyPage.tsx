import { FamilyPersonCard } from '#web/features/families/FamilyPersonCard.tsx'
import { AddChild } from '#web/features/timetable/AddChild.tsx'
import * as messages from '#messages/account/family.ts'
import { api } from '#web/platform/api.ts'
import { definePage, type LoaderArgs } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { PageHeading } from '#web/ui/Layout.tsx'
import styles from './CardList.module.css'
import { requireCustomer } from './requireCustomer.ts'

/** The customer and the people they book for. */
const load = requireCustomer(async ({ read }: LoaderArgs) => {
  await read(api.families.mine)
  return {}
})

const FamilyPage = () => {
  const { data: people } = useRead(api.families.mine)
  return (
    <>
      <PageHeading lead={messages.lead}>{messages.title}</PageHeading>
      <ul role="list" className={styles['list']}>
        {people.map((person) => (
          <li key={person.id}>
            <FamilyPersonCard person={person} />
          </li>
        ))}
      </ul>
      <AddChild lastName={people[0]?.lastName ?? ''} />
    </>
  )
}

export const page = definePage({ load, title: () => messages.title, Component: FamilyPage })
