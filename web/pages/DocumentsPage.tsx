import { DocumentCard } from '#web/features/documents/DocumentCard.tsx'
import * as messages from '#messages/account/documents.ts'
import { api } from '#web/platform/api.ts'
import { definePage, type LoaderArgs } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Empty, PageHeading } from '#web/ui/Layout.tsx'
import styles from './CardList.module.css'
import { requireCustomer } from './requireCustomer.ts'

/** Documents the customer has uploaded or needs to upload. */
const load = requireCustomer(async ({ read }: LoaderArgs) => {
  await read(api.documents.mine)
  return {}
})

const DocumentsPage = () => {
  const { data: documents } = useRead(api.documents.mine)
  return (
    <>
      <PageHeading lead={messages.lead}>{messages.title}</PageHeading>
      {documents.length === 0 ? (
        <Empty title={messages.none}>
          <p>{messages.noneHelp}</p>
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

export const page = definePage({ load, title: () => messages.title, Component: DocumentsPage })
