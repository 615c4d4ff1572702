import { expect, test } from 'vitest'
import { links } from '#web/platform/links.ts'
import { matchRoute } from '#web/platform/screens.ts'
import { routes } from './routes.tsx'

const pageAt = (path: string): string | undefined => matchRoute(routes, path)?.route.name

test('every link has a page', () => {
  expect(pageAt(links.home())).toBe('HomePage')
  expect(pageAt(links.redirectToSelectedVenue())).toBe('SelectedVenuePage')
  expect(pageAt(links.venue('v'))).toBe('VenuePage')
  expect(pageAt(links.activity('v', 'a'))).toBe('ActivityPage')
  expect(pageAt(links.movePayment(7))).toBe('MovePaymentPage')
  expect(pageAt(links.register())).toBe('RegisterPage')
  expect(pageAt(links.pricing())).toBe('PricingPage')
  expect(pageAt(links.attendees())).toBe('AttendeesPage')
  expect(pageAt(links.newPassword())).toBe('NewPasswordPage')
  expect(pageAt(links.confirmEmail())).toBe('ConfirmEmailPage')
})

test('A15, A16, A18: short URLs come after all others', () => {
  expect(matchRoute(routes, '/harbour')).toMatchObject({ params: { venueSlug: 'harbour' } })
  expect(matchRoute(routes, '/harbour/yoga/2027-03-04/time')).toMatchObject({
    route: { name: 'ShortAddressPage' },
    params: { venueSlug: 'harbour', activitySlug: 'yoga', dateSlug: '2027-03-04', type: 'time' },
  })
  expect(matchRoute(routes, '/harbour/yoga/2027-03-04/time/more')).toBeUndefined()
})
