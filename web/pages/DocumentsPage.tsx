import { DocumentCard } from '#web/features/documents/DocumentCard.tsx'
import { api } from '#web/platform/api.ts'
import { definePage, type Load } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Empty, PageHeading } from '#web/ui/Layout.tsx'
import styles from './CardList.module.css'
import { requireCustomer } from './requireCustomer.ts'

/** Proofs somebody gave or has to give. */
const load = requireCustomer(async ({ read }: Load) => {
  await read(api.documents.mine)
  return {}
})

const DocumentsPage = () => {
  const { data: documents } = useRead(api.documents.mine)
  return (
    <>
      <PageHeading lead="What you have shown us, so that you pay the right price.">Documents</PageHeading>
      {documents.length === 0 ? (
        <Empty title="There is nothing to show.">
          <p>Some prices and memberships need a proof, such as a student card. You would send it here.</p>
        </Empty>
      ) : (
        <ul role="list" className={styles['list']}>
          {documents.map((document) => (
            <li key={`${document.documentType} ${document.id}`}>
              <DocumentCard document={document} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export const page = definePage({ load, title: () => 'Documents', Component: DocumentsPage })
