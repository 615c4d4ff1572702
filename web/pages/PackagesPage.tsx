import { PackageCard } from '#web/features/packages/PackageCard.tsx'
import * as messages from '#messages/account/packages.ts'
import { api } from '#web/platform/api.ts'
import { crossSiteUrl } from '#web/platform/links.ts'
import { definePage, type LoaderArgs } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Empty, PageHeading } from '#web/ui/Layout.tsx'
import styles from './CardList.module.css'
import { requireCustomer } from './requireCustomer.ts'

/** Packages of prepaid visits (G04). */
const load = requireCustomer(async ({ read }: LoaderArgs) => {
  await Promise.all([read(api.packages.mine), read(api.operator.config)])
  return {}
})

const PackagesPage = () => {
  const { data: packages } = useRead(api.packages.mine)
  const { data: config } = useRead(api.operator.config)
  const context = usePageContext()
  return (
    <>
      <PageHeading>{messages.title}</PageHeading>
      {packages.length === 0 ? (
        <Empty title={messages.none}>
          <p>{messages.noneHelp}</p>
          <a
            className={buttonClass({ variant: 'secondary' })}
            href={crossSiteUrl(config.sites.bookings, '/', context)}
          >
            {messages.book}
          </a>
        </Empty>
      ) : (
        <ul role="list" className={styles['list']}>
          {packages.map((visitPackage) => (
            <li key={visitPackage.id}>
              <PackageCard visitPackage={visitPackage} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export const page = definePage({ load, title: () => messages.title, Component: PackagesPage })
