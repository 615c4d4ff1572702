import { PackageCard } from '#web/features/packages/PackageCard.tsx'
import { api } from '#web/platform/api.ts'
import { toSite } from '#web/platform/links.ts'
import { definePage, type Load } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Empty, PageHeading } from '#web/ui/Layout.tsx'
import styles from './CardList.module.css'
import { requireCustomer } from './requireCustomer.ts'

/** Packages of visits (G04). */
const load = requireCustomer(async ({ read }: Load) => {
  await Promise.all([read(api.packages.mine), read(api.operator.config)])
  return {}
})

const PackagesPage = () => {
  const { data: packages } = useRead(api.packages.mine)
  const { data: config } = useRead(api.operator.config)
  const visit = useVisit()
  return (
    <>
      <PageHeading>Packages</PageHeading>
      {packages.length === 0 ? (
        <Empty title="You have no packages.">
          <p>A package is a number of visits paid for at once. Ask for one at the desk of your venue.</p>
          <a
            className={buttonClass({ variant: 'secondary' })}
            href={toSite(config.sites.bookings, '/', visit)}
          >
            Book an activity
          </a>
        </Empty>
      ) : (
        <ul role="list" className={styles['list']}>
          {packages.map((bought) => (
            <li key={bought.id}>
              <PackageCard bought={bought} nameOf={inWords} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** `swim-60min` to `Swim 60min`. */
const inWords = (slug: string): string => {
  const words = slug.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const page = definePage({ load, title: () => 'Packages', Component: PackagesPage })
