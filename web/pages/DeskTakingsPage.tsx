import { daysAfter, isDay } from '#contract/time.ts'
import { TakingsView } from '#web/features/tills/TakingsView.tsx'
import { api } from '#web/platform/api.ts'
import { deskLinks, withQuery } from '#web/platform/links.ts'
import { definePage, notFound, type Load, type PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { readCustomer, useCustomer } from '#web/platform/session.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Container, PageHeading } from '#web/ui/Layout.tsx'
import styles from './DeskTakingsPage.module.css'
import { requireStaff } from './requireStaff.ts'

/** The end of the day: what was taken, by tender and by person. A supervisor sees everybody's. */
const load = requireStaff(async ({ params, query, read, visit }: Load<'deskVenue' | 'day'>) => {
  const { deskVenue, day } = params
  if (!isDay(day)) return notFound()
  const mayAll = (await readCustomer(visit))?.staffLevel === 'supervisor'
  const who = mayAll && !query.has('mine') ? 'all' : 'mine'
  const asked = { venue: deskVenue, date: day, who } as const
  const { date, venueName } = await read(api.tills.takings, asked)
  return { asked, mayAll, title: date.fullDatePretty, venueName }
})

const DeskTakingsPage = ({ data: { asked, mayAll, title, venueName } }: PageProps<typeof load>) => {
  const { data: takings } = useRead(api.tills.takings, asked)
  const staff = useCustomer()
  const { venue, date: day, who } = asked
  const to = (toDay: string): string =>
    withQuery(deskLinks.takings(venue, toDay), { mine: mayAll && who === 'mine' ? '1' : null })
  return (
    <Container>
      <PageHeading
        lead={`${venueName} · ${title} · ${who === 'all' ? 'everybody' : (staff?.firstName ?? '')}`}
      >
        Takings {takings.net.formatted}
      </PageHeading>
      <nav className={styles['tools']} aria-label="Days">
        <Link className={buttonClass({ variant: 'secondary', size: 'lg' })} to={to(daysAfter(day, -1))}>
          Day before
        </Link>
        <Link className={buttonClass({ variant: 'secondary', size: 'lg' })} to={to(daysAfter(day, 1))}>
          Day after
        </Link>
        {mayAll ? (
          <Link
            className={buttonClass({ variant: 'secondary', size: 'lg' })}
            to={withQuery(deskLinks.takings(venue, day), { mine: who === 'all' ? '1' : null })}
          >
            {who === 'all' ? 'Only mine' : "Everybody's"}
          </Link>
        ) : null}
        <Button
          variant="secondary"
          size="lg"
          onClick={() => {
            print()
          }}
        >
          Print
        </Button>
      </nav>
      <TakingsView takings={takings} isSupervisor={mayAll} />
    </Container>
  )
}

export const page = definePage({
  load,
  title: ({ title }) => `Takings, ${title} – Front desk`,
  Component: DeskTakingsPage,
})
