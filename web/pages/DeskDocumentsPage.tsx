import { ReviewDocument } from '#web/features/documents/ReviewDocument.tsx'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/links.ts'
import { definePage, type Load } from '#web/platform/page.ts'
import { useLateRead, useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { Container, Empty, PageHeading } from '#web/ui/Layout.tsx'
import styles from './CardList.module.css'
import { requireStaff } from './requireStaff.ts'

/** How often it is asked again what waits: others look at documents too. */
const askEveryMs = 30_000

/** Documents that customers have sent and nobody has looked at. */
const load = requireStaff(async ({ read }: Load) => {
  await read(api.documents.waiting)
  return {}
})

const DeskDocumentsPage = () => {
  const { data: waiting } = useRead(api.documents.waiting)
  useLateRead(api.documents.waiting, {}, { everyMs: askEveryMs })
  return (
    <Container narrow>
      <PageHeading
        lead={
          waiting.length === 0
            ? undefined
            : `${waiting.length} ${waiting.length === 1 ? 'waits' : 'wait'} to be looked at, the oldest first.`
        }
      >
        Documents
      </PageHeading>
      {waiting.length === 0 ? (
        <Empty title="Nothing waits to be looked at.">
          <p>
            What customers send as a proof, such as a student card, stands here until somebody accepts it.
          </p>
        </Empty>
      ) : (
        <ul role="list" className={styles['list']}>
          {waiting.map((document) => (
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

export const page = definePage({ load, title: () => 'Documents – Front desk', Component: DeskDocumentsPage })
