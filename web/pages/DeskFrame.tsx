import { useCallback, useEffect, type ReactNode } from 'react'
import { localDay } from '#contract/time.ts'
import { HoldAnnouncer } from '#web/features/baskets/HoldAnnouncer.tsx'
import { useBasket } from '#web/features/baskets/useBasketActions.ts'
import { CustomerSearch } from '#web/features/customers/CustomerSearch.tsx'
import { ServedCustomer } from '#web/features/customers/ServedCustomer.tsx'
import { AccountMenu } from '#web/features/sessions/AccountMenu.tsx'
import { IdleLogOut } from '#web/features/sessions/IdleLogOut.tsx'
import { TillChoice } from '#web/features/tills/TillChoice.tsx'
import { clearAttendeesDraft } from '#web/features/waivers/attendeesDraft.ts'
import { api } from '#web/platform/api.ts'
import { useBuyer } from '#web/platform/buyer.ts'
import { choosingOver, deskLinks, links, withQuery } from '#web/platform/links.ts'
import { Messages } from '#web/platform/Messages.tsx'
import type { Screen } from '#web/platform/page.ts'
import { useLateRead, useRead } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { selectionOf } from '#web/platform/selection.ts'
import { useCustomer } from '#web/platform/session.ts'
import { selectedVenue } from '#web/platform/venue.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { Breadcrumbs } from '#web/ui/Breadcrumbs.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Container } from '#web/ui/Layout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import styles from './DeskFrame.module.css'

/**
 * What stands around every page of the desk: where to go, the drawer, and whom one serves. The choice of a customer is
 * a part of the address (`?choose=1`) and opens with `/`.
 */
export const DeskFrame = ({ screen, children }: { screen: Screen; children: ReactNode }) => {
  const { data: config } = useRead(api.operator.config)
  const visit = useVisit()
  const navigate = useNavigate()
  const person = useCustomer()
  const staff = person?.role === 'staff' ? person : null
  const isOpen = staff !== null && !beforeWork.has(screen.routeName ?? '')
  const { path, query, breadcrumbs } = screen
  const here = withQuery(path, { choose: null, login: null })
  const loggedOut = useCallback((): void => {
    selectionOf(visit).choose(null)
    void navigate(deskLinks.login())
  }, [visit, navigate])

  // Logged out elsewhere, or after a while: nothing of anybody stays on the screen.
  const isGone = staff === null && screen.outcome === 'page' && !beforeWork.has(screen.routeName ?? '')
  useEffect(() => {
    if (isGone) void navigate(withQuery(deskLinks.login(), { redirect: here }), { replace: true })
  }, [isGone, here, navigate])
  useSlash(isOpen, () => void navigate(choosingOver(here), { stay: true }))

  return (
    <>
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header className={styles['header']}>
        <div className={styles['bar']}>
          <Link className={styles['brand']} to={deskLinks.home()}>
            <span className={styles['operator']}>{config.name}</span>
            <span className={styles['desk']}>Front desk</span>
          </Link>
          {staff === null ? null : (
            <>
              <DeskNav routeName={screen.routeName ?? ''} />
              <div className={styles['own']}>
                <TillChoice />
                <AccountMenu firstName={staff.firstName} accountHref={undefined} onLoggedOut={loggedOut} />
              </div>
            </>
          )}
        </div>
      </header>
      {isOpen ? <ServedNow here={here} /> : null}
      <Container>
        <div className={styles['above']}>
          <Breadcrumbs crumbs={breadcrumbs} Link={Link} />
          <Messages />
        </div>
      </Container>
      <main id="main" className={styles['main']} tabIndex={-1}>
        {isGone ? null : children}
      </main>
      {isOpen ? <HoldAnnouncer /> : null}
      {staff === null || visit.channel.idleMs === undefined ? null : (
        <IdleLogOut afterMs={visit.channel.idleMs} onDone={loggedOut} />
      )}
      {isOpen && (query.has('choose') || query.has('login')) ? <ChooseCustomer here={here} /> : null}
    </>
  )
}

/** Pages for people who are not at work yet. */
const beforeWork: ReadonlySet<string> = new Set(['DeskLoginPage', 'ForgottenPasswordPage', 'NewPasswordPage'])

const DeskNav = ({ routeName }: { routeName: string }) => {
  const visit = useVisit()
  const { data: venues = [] } = useLateRead(api.venues.all, {}, { when: false })
  const { data: drawers } = useLateRead(api.tills.list, {}, { when: false })
  const wanted = [
    selectedVenue(visit.cookies)?.venueSlug,
    drawers?.current?.venueSlug,
    useCustomer()?.homeVenueSlug,
  ]
  const venue =
    wanted.map((slug) => venues.find((one) => one.slug === slug)).find((one) => one !== undefined) ??
    venues[0]
  const day = localDay(new Date(visit.startedAt), venue?.timezone ?? 'Europe/London')
  const items = [
    {
      label: 'Today',
      to: venue === undefined ? deskLinks.home() : deskLinks.today(venue.slug, day),
      pages: ['DeskDayPage', 'DeskSessionPage'],
    },
    {
      label: 'Sell',
      to: venue === undefined ? deskLinks.home() : links.venue(venue.slug),
      pages: [
        'VenuePage',
        'ActivityPage',
        'TimeSlotPage',
        'BasketPage',
        'DeskPayPage',
        'CheckoutPage',
        'DeskOrderPage',
      ],
    },
    {
      label: 'Customers',
      to: deskLinks.customers(),
      pages: ['DeskCustomersPage', 'DeskCustomerPage', 'DeskNewCustomerPage'],
    },
    { label: 'Documents', to: deskLinks.documents(), pages: ['DeskDocumentsPage'] },
    {
      label: 'Takings',
      to: venue === undefined ? deskLinks.home() : deskLinks.takings(venue.slug, day),
      pages: ['DeskTakingsPage'],
    },
  ]
  return (
    <nav className={styles['nav']} aria-label="Main">
      <ul role="list">
        {items.map(({ label, to, pages }) => (
          <li key={label}>
            <Link
              className={styles['link']}
              to={to}
              aria-current={pages.includes(routeName) ? 'page' : undefined}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const ServedNow = ({ here }: { here: string }) => {
  const buyer = useBuyer()
  const basket = useBasket()
  const serve = useServe(here)
  return (
    <ServedCustomer
      customer={buyer}
      chooseTo={choosingOver(here)}
      onWalkIn={() => void serve(null)}
      basket={{ to: links.basket(), count: basket?.itemCount ?? 0, total: basket?.formattedTotal ?? '' }}
    />
  )
}

/** Turns to another customer: all that depends on who one serves is read anew before the page shows them. */
const useServe = (here: string): ((userId: number | null) => Promise<void>) => {
  const visit = useVisit()
  const navigate = useNavigate()
  return async (userId) => {
    selectionOf(visit).choose(userId)
    // What was typed of one walk-in is nothing for the next.
    clearAttendeesDraft()
    await visit.queries.invalidateQueries({
      predicate: ({ queryKey }) => {
        const reads = queryKey[2]
        return Array.isArray(reads) && reads.some((resource: string) => personal.has(resource))
      },
    })
    await navigate(here, { replace: true, stay: true })
  }
}

const personal: ReadonlySet<string> = new Set(['basket', 'timetable', 'bookings', 'account', 'attendees'])

const ChooseCustomer = ({ here }: { here: string }) => {
  const navigate = useNavigate()
  const serve = useServe(here)
  return (
    <Modal
      title="Choose a customer"
      onClose={() => {
        void navigate(here, { replace: true, stay: true })
      }}
    >
      <div className={styles['choose']}>
        <CustomerSearch label="Find a customer" isFirst onChosen={({ id }) => void serve(id)} />
        <p className={styles['others']}>
          <Button variant="secondary" onClick={() => void serve(null)}>
            Walk-in
          </Button>
          <Link className={buttonClass({ variant: 'text' })} to={deskLinks.newCustomer()}>
            Register a new customer
          </Link>
        </p>
      </div>
    </Modal>
  )
}

/** `/` anywhere but in a field. */
const useSlash = (isOn: boolean, then: () => void): void => {
  useEffect(() => {
    if (!isOn) return undefined
    const pressed = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement | null
      const isTyping = target?.closest('input, textarea, select, [contenteditable]') != null
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      then()
    }
    document.addEventListener('keydown', pressed)
    return () => {
      document.removeEventListener('keydown', pressed)
    }
  })
}
