import { ReviewDocument } from '#web/features/documents/ReviewDocument.tsx'
import * as messages from '#messages/desk/documents.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { type LoaderArgs } from '#web/platform/page.ts'
import { useDeferredRead, useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { Container, Empty, PageHeading } from '#web/ui/Layout.tsx'
import styles from './CardList.module.css'
import { defineStaffPage } from './defineStaffPage.tsx'
import { requireStaff } from './requireStaff.ts'

/** Other staff review documents too, so the list is read again this often. */
const refetchEveryMs = 30_000

/** Documents that customers have uploaded and staff have not reviewed. */
const load = requireStaff(async ({ read }: LoaderArgs) => {
  await read(api.documents.waiting)
  return {}
})

const DeskDocumentsPage = () => {
  const { data: documents } = useRead(api.documents.waiting)
  useDeferredRead(api.documents.waiting, {}, { everyMs: refetchEveryMs })
  return (
    <Container narrow>
      <PageHeading lead={documents.length === 0 ? undefined : messages.toReview({ count: documents.length })}>
        {messages.documents}
      </PageHeading>
      {documents.length === 0 ? (
        <Empty title={messages.noDocuments}>
          <p>{messages.whatAppears}</p>
        </Empty>
      ) : (
        <ul role="list" className={styles['list']}>
          {documents.map((document) => (
            <li key={document.id}>
              <ReviewDocument
                document={document}
                owner={
                  <Link to={deskLinks.customer(document.userId)}>
                    {document.firstName} {document.lastName}
                  </Link>
                }
              />
            </li>
          ))}
        </ul>
      )}
    </Container>
  )
}

export const page = defineStaffPage('customers.view', {
  load,
  title: () => messages.documentsPage,
  Component: DeskDocumentsPage,
})
