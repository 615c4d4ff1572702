import { MembershipCard } from '#web/features/memberships/MembershipCard.tsx'
import { UnfinishedJoining } from '#web/features/memberships/UnfinishedJoining.tsx'
import * as messages from '#messages/account/memberships.ts'
import * as documentMessages from '#messages/account/documents.ts'
import { finishJoining } from '#messages/shared/memberships.ts'
import { api } from '#web/platform/api.ts'
import { joinLinks } from '#web/platform/joinLinks.ts'
import { accountLinks, crossSiteUrl } from '#web/platform/links.ts'
import { definePage, type LoaderArgs } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Empty, PageHeading } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import styles from './CardList.module.css'
import { requireCustomer } from './requireCustomer.ts'

/** The memberships a customer pays for or belongs to (G03). */
const load = requireCustomer(async ({ read }: LoaderArgs) => {
  await Promise.all([read(api.memberships.mine), read(api.memberships.unfinished), read(api.operator.config)])
  return {}
})

const MembershipsPage = () => {
  const { data: memberships } = useRead(api.memberships.mine)
  const { data: unfinished } = useRead(api.memberships.unfinished)
  const { data: config } = useRead(api.operator.config)
  const context = usePageContext()
  const canBuy = config.onlineJoiningEnabled && config.sites.onlineJoining !== ''
  return (
    <>
      <PageHeading>{messages.title}</PageHeading>
      {unfinished === null || !canBuy ? null : (
        <div className={styles['above']}>
          <UnfinishedJoining joining={unfinished}>
            <a href={crossSiteUrl(config.sites.onlineJoining, joinLinks.pay(unfinished.id), context)}>
              {finishJoining}
            </a>
          </UnfinishedJoining>
        </div>
      )}
      {memberships.length === 0 ? (
        <Empty title={messages.none}>
          <p>{messages.noneHelp}</p>
          {canBuy ? (
            <a className={buttonClass()} href={crossSiteUrl(config.sites.onlineJoining, '/', context)}>
              {messages.buy}
            </a>
          ) : null}
        </Empty>
      ) : (
        <ul role="list" className={styles['list']}>
          {memberships.map((membership) => (
            <li key={membership.id}>
              {membership.documentUploadRequired ? (
                <Notice colour="warning">
                  <p>
                    <RichText
                      message={documentMessages.needed}
                      upload={<Link to={accountLinks.documents()}>{documentMessages.uploadNow}</Link>}
                    />
                  </p>
                </Notice>
              ) : null}
              <MembershipCard membership={membership} payTo={accountLinks.payments()} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export const page = definePage({ load, title: () => messages.title, Component: MembershipsPage })
