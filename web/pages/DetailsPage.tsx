import { DetailsForm } from '#web/features/customers/DetailsForm.tsx'
import { MessageChoices } from '#web/features/customers/MessageChoices.tsx'
import { LoginDetailsForm } from '#web/features/customers/LoginDetailsForm.tsx'
import * as messages from '#messages/account/details.ts'
import * as fieldMessages from '#messages/shared/customerFields.ts'
import * as familyMessages from '#messages/account/family.ts'
import { securityTitle } from '#messages/shared/twoStep.ts'
import { api } from '#web/platform/api.ts'
import { lateComponent } from '#web/platform/lateComponent.tsx'
import { definePage, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { venueChoice } from '#web/platform/VenueField.tsx'
import { accountLinks } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card, PageHeading, Section } from '#web/ui/Layout.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import styles from './CardList.module.css'
import { requireCustomer } from './requireCustomer.ts'

const DocumentCard = lateComponent(
  'web/features/documents/DocumentCard.tsx',
  async () => (await import('#web/features/documents/DocumentCard.tsx')).DocumentCard,
)

const ProfilePhoto = lateComponent(
  'web/features/documents/ProfilePhoto.tsx',
  async () => (await import('#web/features/documents/ProfilePhoto.tsx')).ProfilePhoto,
)

/** The customer's details, shown and changed (G02). */
const load = requireCustomer(async ({ read }: LoaderArgs) => {
  const [details] = await Promise.all([read(api.customers.details), read(api.documents.mine)])
  await read(api.venues.search, venueChoice(details.homeVenueSlug))
  return { homeVenueSlug: details.homeVenueSlug ?? undefined }
})

const DetailsPage = ({ data: { homeVenueSlug } }: PageProps<typeof load>) => {
  const { data: details } = useRead(api.customers.details)
  const { data: documents } = useRead(api.documents.mine)
  return (
    <>
      <PageHeading>{messages.title}</PageHeading>
      <Card>
        <ProfilePhoto address={details.profilePhoto} name={`${details.firstName} ${details.lastName}`} />
        <DetailsForm details={details} homeVenueSlug={homeVenueSlug} />
      </Card>
      <Section title={fieldMessages.loginDetails}>
        <Card>
          <LoginDetailsForm {...details} />
        </Card>
        <p>
          <Link className={buttonClass({ variant: 'secondary' })} to={accountLinks.security()}>
            {securityTitle}
          </Link>
        </p>
      </Section>
      <Section title={messages.optionalMessages}>
        <Card>
          <MessageChoices unwantedMessages={details.unwantedMessages} />
        </Card>
      </Section>
      <Section title={familyMessages.title}>
        <p>{familyMessages.lead}</p>
        <p>
          <Link className={buttonClass({ variant: 'secondary' })} to={accountLinks.family()}>
            {familyMessages.manage}
          </Link>
        </p>
      </Section>
      {documents.length === 0 ? null : (
        <Section title={messages.documents}>
          <ul role="list" className={styles['list']}>
            {documents.map((document) => (
              <li key={`${document.documentType} ${document.id}`}>
                <DocumentCard document={document} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title={messages.privacy}>
        <p>
          <RichText
            message={messages.privacyHelp}
            privacy={<Link to={accountLinks.privacy()}>{messages.privacy}</Link>}
          />
        </p>
      </Section>
    </>
  )
}

export const page = definePage({ load, title: () => messages.title, Component: DetailsPage })
