import { expect, test } from 'vitest'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { links } from '#web/platform/links.ts'
import { matchRoute } from '#web/platform/screens.ts'
import { routes } from './routes.tsx'

test('every link of the desk has its own page', () => {
  const pageAt = (path: string): string | undefined => matchRoute(routes, path)?.route.name
  expect(pageAt(deskLinks.home())).toBe('DeskHomePage')
  expect(pageAt(deskLinks.login())).toBe('DeskLoginPage')
  expect(pageAt(deskLinks.today('v', '2027-03-04'))).toBe('DeskDayPage')
  expect(pageAt(deskLinks.daySheet('v', '2027-03-04'))).toBe('DeskDaySheetPage')
  expect(pageAt(deskLinks.redirectToSell())).toBe('DeskSellRedirectPage')
  expect(pageAt(deskLinks.sell('v', '2027-03-04'))).toBe('DeskSellPage')
  expect(pageAt(deskLinks.session(7))).toBe('DeskSessionPage')
  expect(pageAt(deskLinks.customers())).toBe('DeskCustomersPage')
  expect(pageAt(deskLinks.newCustomer())).toBe('DeskNewCustomerPage')
  expect(pageAt(deskLinks.customer(7))).toBe('DeskCustomerPage')
  expect(pageAt(deskLinks.card())).toBe('CheckoutPage')
  expect(pageAt(deskLinks.takings('v', '2027-03-04'))).toBe('DeskTakingsPage')
  expect(pageAt(deskLinks.documents())).toBe('DeskDocumentsPage')
  expect(pageAt(deskLinks.partners())).toBe('DeskPartnersPage')
  expect(pageAt(deskLinks.partnerSales())).toBe('DeskPartnerSalesPage')
  expect(pageAt(deskLinks.partnerDues())).toBe('DeskPartnerDuesPage')
  expect(pageAt(deskLinks.security())).toBe('DeskSecurityPage')
  expect(pageAt(deskLinks.staff())).toBe('DeskStaffPage')
  expect(pageAt(deskLinks.auditLog())).toBe('OfficeAuditPage')
  expect(pageAt(deskLinks.securityLog())).toBe('DeskSecurityLogPage')
  expect(pageAt(deskLinks.prices())).toBe('OfficePricesPage')
  expect(pageAt(deskLinks.timetable({ venue: 'v', monday: '2027-03-01' }))).toBe('OfficeTimetablePage')
  expect(pageAt(deskLinks.messages())).toBe('OfficeMessagesPage')
  expect(pageAt(deskLinks.hirers())).toBe('OfficeHirersPage')
  expect(pageAt(deskLinks.hirer(7))).toBe('OfficeHirerPage')
  expect(pageAt(deskLinks.invoices())).toBe('OfficeInvoicesPage')
  expect(pageAt(deskLinks.report('journal'))).toBe('OfficeReportsPage')
  expect(pageAt(deskLinks.settings('from-files'))).toBe('OfficeSettingsPage')
  expect(pageAt(deskLinks.bookingRequests())).toBe('DeskBookingRequestsPage')
  expect(pageAt(links.venue('v'))).toBe('VenuePage')
  expect(pageAt(links.basket())).toBe('BasketPage')
  expect(pageAt(links.checkout())).toBe('DeskPayPage')
  expect(pageAt(links.attendees())).toBe('AttendeesPage')
  expect(pageAt(links.bookingConfirmed(7))).toBe('DeskOrderPage')
})
