import { MembershipCard } from '#web/features/memberships/MembershipCard.tsx'
import { UnfinishedJoining } from '#web/features/memberships/UnfinishedJoining.tsx'
import { api } from '#web/platform/api.ts'
import { joinLinks, toSite } from '#web/platform/links.ts'
import { definePage, type Load } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Empty, PageHeading } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './CardList.module.css'
import { requireCustomer } from './requireCustomer.ts'

/** The memberships somebody pays for or belongs to (G03). */
const load = requireCustomer(async ({ read }: Load) => {
  await Promise.all([read(api.memberships.mine), read(api.memberships.unfinished), read(api.operator.config)])
  return {}
})

const MembershipsPage = () => {
  const { data: memberships } = useRead(api.memberships.mine)
  const { data: unfinished } = useRead(api.memberships.unfinished)
  const { data: config } = useRead(api.operator.config)
  const visit = useVisit()
  const canBuy = config.onlineJoiningEnabled && config.sites.onlineJoining !== ''
  return (
    <>
      <PageHeading>Memberships</PageHeading>
      {unfinished === null || !canBuy ? null : (
        <div className={styles['above']}>
          <UnfinishedJoining joining={unfinished}>
            <a href={toSite(config.sites.onlineJoining, joinLinks.pay(unfinished.id), visit)}>
              Finish joining
            </a>
          </UnfinishedJoining>
        </div>
      )}
      {memberships.length === 0 ? (
        <Empty title="You have no membership.">
          <p>Members pay less, or nothing, for what their membership covers.</p>
          {canBuy ? (
            <a className={buttonClass()} href={toSite(config.sites.onlineJoining, '/', visit)}>
              Buy a membership
            </a>
          ) : null}
        </Empty>
      ) : (
        <ul role="list" className={styles['list']}>
          {memberships.map((membership) => (
            <li key={membership.id}>
              {membership.documentUploadRequired ? (
                <Notice colour="warning">
                  <p>This membership needs a proof from you.</p>
                </Notice>
              ) : null}
              <MembershipCard membership={membership} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export const page = definePage({ load, title: () => 'Memberships', Component: MembershipsPage })
