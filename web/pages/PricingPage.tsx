import { api } from '#web/platform/api.ts'
import { links, loginOver, toSite } from '#web/platform/links.ts'
import { definePage, type Load } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link, useScreen } from '#web/platform/router.tsx'
import { readCustomer, useCustomer } from '#web/platform/session.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card, Container, PageHeading } from '#web/ui/Layout.tsx'
import styles from './PricingPage.module.css'

/** Membership pricing: what a membership does to prices, and how to get them. */
const load = async ({ read, visit }: Load) => {
  await Promise.all([readCustomer(visit), read(api.operator.config)])
  return {}
}

const PricingPage = () => {
  const { data: config } = useRead(api.operator.config)
  const visit = useVisit()
  const customer = useCustomer()
  const { path } = useScreen()
  const membership = customer?.membershipUser ?? null
  const join = config.onlineJoiningEnabled && config.sites.onlineJoining !== ''
  return (
    <Container narrow>
      <PageHeading lead="Members pay less for many activities, and nothing for some.">
        Membership pricing
      </PageHeading>
      <Card>
        <div className={styles['card']}>
          {customer === null ? (
            <>
              <p>Log in, and every price you see is the one you pay, with what your membership takes off.</p>
              <div className={styles['ways']}>
                <Link className={buttonClass({ size: 'lg' })} to={loginOver(path)} stay>
                  Log in
                </Link>
                <Link className={buttonClass({ variant: 'secondary', size: 'lg' })} to={links.register()}>
                  Create an account
                </Link>
              </div>
            </>
          ) : (
            <>
              <p>
                {membership === null
                  ? `${customer.firstName}, you have no membership: you see the prices everybody pays.`
                  : `${customer.firstName}, your ${membership.name} membership is taken into every price you see.`}
              </p>
              <div className={styles['ways']}>
                <Link className={buttonClass({ size: 'lg' })} to={links.home()}>
                  Book an activity
                </Link>
              </div>
            </>
          )}
          {membership === null && join ? (
            <p>
              <a href={toSite(config.sites.onlineJoining, '/', visit)}>Buy a membership</a>
            </p>
          ) : null}
        </div>
      </Card>
    </Container>
  )
}

export const page = definePage({
  load,
  title: () => 'Membership pricing',
  breadcrumbs: () => [{ label: 'Membership pricing' }],
  Component: PricingPage,
})
