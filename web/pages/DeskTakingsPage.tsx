import { fullDay } from '#messages/format.ts'
import { daysAfter, isDay } from '#contract/time.ts'
import { TakingsView } from '#web/features/tills/TakingsView.tsx'
import { TillPanel } from '#web/features/tills/TillPanel.tsx'
import * as messages from '#messages/desk/tills.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { withQuery } from '#web/platform/links.ts'
import { notFound, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { may } from '#web/platform/permissions.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { readCustomer, useCustomer } from '#web/platform/session.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Container, PageHeading } from '#web/ui/Layout.tsx'
import { DayLink } from './DayLink.tsx'
import styles from './DeskTakingsPage.module.css'
import { defineStaffPage } from './defineStaffPage.tsx'
import { requireStaff } from './requireStaff.ts'

/** The takings of a day: of all staff for those who may see them, else one's own. */
const load = requireStaff(async ({ params, query, read, context }: LoaderArgs<'deskVenue' | 'day'>) => {
  const { deskVenue, day } = params
  if (!isDay(day)) return notFound()
  const canSeeAll = may(await readCustomer(context), 'till.all')
  const who = canSeeAll && !query.has('mine') ? 'all' : 'mine'
  const takingsArgs = { venue: deskVenue, date: day, who } as const
  const { date, venueName } = await read(api.tills.takings, takingsArgs)
  return { takingsArgs, canSeeAll, title: fullDay(date.raw), venueName }
})

const DeskTakingsPage = ({ data: { takingsArgs, canSeeAll, title, venueName } }: PageProps<typeof load>) => {
  const { data: takings } = useRead(api.tills.takings, takingsArgs)
  const staff = useCustomer()
  const mayReadReports = may(staff, 'reports.money')
  const { venue, date: day, who } = takingsArgs
  const linkTo = (toDay: string): string =>
    withQuery(deskLinks.takings(venue, toDay), { mine: canSeeAll && who === 'mine' ? '1' : null })
  return (
    <Container>
      <PageHeading
        lead={messages.whose({
          venue: venueName,
          date: title,
          name: who === 'all' ? messages.allStaff : (staff?.firstName ?? ''),
        })}
      >
        {messages.takings({ amount: takings.net.formatted })}
      </PageHeading>
      <nav className={styles['tools']} aria-label={messages.days}>
        <DayLink day={daysAfter(day, -1)} direction="previous" linkTo={linkTo} />
        <DayLink day={daysAfter(day, 1)} direction="next" linkTo={linkTo} />
        {canSeeAll ? (
          <Link
            className={buttonClass({ variant: 'secondary', size: 'lg' })}
            to={withQuery(deskLinks.takings(venue, day), { mine: who === 'all' ? '1' : null })}
          >
            {who === 'all' ? messages.myTakings : messages.allStaff}
          </Link>
        ) : null}
        {mayReadReports ? (
          <Link
            className={buttonClass({ variant: 'secondary', size: 'lg' })}
            to={deskLinks.report('banking', { venues: venue })}
          >
            {messages.banking}
          </Link>
        ) : null}
        {mayReadReports ? (
          <Link
            className={buttonClass({ variant: 'secondary', size: 'lg' })}
            to={deskLinks.report('refunds', { venues: venue })}
          >
            {messages.refundsAndWaived}
          </Link>
        ) : null}
        <Button
          variant="secondary"
          size="lg"
          onClick={() => {
            print()
          }}
        >
          {messages.print}
        </Button>
      </nav>
      <TillPanel mayReopen={canSeeAll} />
      <TakingsView takings={takings} mayPayOut={canSeeAll} />
    </Container>
  )
}

export const page = defineStaffPage('till.own', {
  load,
  title: ({ title }) => messages.takingsPage({ date: title }),
  Component: DeskTakingsPage,
})
