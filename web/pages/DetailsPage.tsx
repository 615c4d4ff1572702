import { DetailsForm, LoginDetailsForm } from '#web/features/customers/DetailsForm.tsx'
import { DocumentCard } from '#web/features/documents/DocumentCard.tsx'
import { ProfilePhoto } from '#web/features/documents/ProfilePhoto.tsx'
import { api } from '#web/platform/api.ts'
import { definePage, type Load } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { accountLinks } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Card, PageHeading, Section } from '#web/ui/Layout.tsx'
import styles from './CardList.module.css'
import { requireCustomer } from './requireCustomer.ts'

/** What one has told about oneself, seen and changed (G02). */
const load = requireCustomer(async ({ read }: Load) => {
  await Promise.all([read(api.customers.details), read(api.venues.all), read(api.documents.mine)])
  return {}
})

const DetailsPage = () => {
  const { data: details } = useRead(api.customers.details)
  const { data: venues } = useRead(api.venues.all)
  const { data: documents } = useRead(api.documents.mine)
  return (
    <>
      <PageHeading>My details</PageHeading>
      <Card>
        <ProfilePhoto address={details.profilePhoto} name={`${details.firstName} ${details.lastName}`} />
        <DetailsForm details={details} venues={venues} />
      </Card>
      <Section title="How I log in">
        <Card>
          <LoginDetailsForm email={details.email} />
        </Card>
      </Section>
      {documents.length === 0 ? null : (
        <Section title="Documents">
          <ul role="list" className={styles['list']}>
            {documents.map((document) => (
              <li key={`${document.documentType} ${document.id}`}>
                <DocumentCard document={document} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="Privacy and data">
        <p>
          What you agreed to, all that we hold about you as a file, and how to delete your account:{' '}
          <Link to={accountLinks.privacy()}>Privacy and data</Link>
        </p>
      </Section>
    </>
  )
}

export const page = definePage({ load, title: () => 'My details', Component: DetailsPage })
