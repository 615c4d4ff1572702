import type { Permission } from '#contract/permissions.ts'
import type { ReportId } from '#contract/reportTypes.ts'
import { withQuery } from './links.ts'

const encode = encodeURIComponent

/** The parts of the settings, as they stand in the address. */
export const settingsTabs = [
  'venues',
  'activities',
  'catalogue',
  'drafts',
  'from-files',
  'connections',
  'rehearsals',
] as const
export type SettingsTab = (typeof settingsTabs)[number]

/** What one must be permitted in order to open a part of the settings. */
export const permissionOfTab = (tab: string): Permission => {
  if (tab === 'connections') return 'connections'
  if (tab === 'rehearsals') return 'rehearse'
  if (tab === 'catalogue' || tab === 'drafts') return 'timetable.draft'
  return tab === 'from-files' ? 'settings' : 'catalogue'
}

/** What the address of a message to many says of whom it is for. */
export const audienceFilters = [
  'venue',
  'kind',
  'people',
  'from',
  'until',
  'activity',
  'place',
  'session',
  'plan',
  'hirer',
] as const

/** URLs of the front desk. For selling it uses `links`, because it shares those pages with the bookings site. */
export const deskLinks = {
  home: () => '/',
  login: () => '/login',
  today: (venueSlug: string, day: string) => `/today/${encode(venueSlug)}/${encode(day)}`,
  redirectToSell: () => '/sell',
  daySheet: (venueSlug: string, day: string) => `/today/${encode(venueSlug)}/${encode(day)}/sheet`,
  /** With a session: found and open. */
  sell: (venueSlug: string, day: string, sessionId?: number) =>
    withQuery(`/sell/${encode(venueSlug)}/${encode(day)}`, {
      session: sessionId === undefined ? null : String(sessionId),
    }),
  session: (id: number) => `/sessions/${id}`,
  customers: () => '/customers',
  newCustomer: () => '/customers/new',
  customer: (id: number) => `/customers/${id}`,
  card: () => '/basket/card',
  documents: () => '/documents',
  bookingRequests: () => '/booking-requests',
  heldPlaces: (venueSlug: string) => `/held-places/${encode(venueSlug)}`,
  partners: () => '/partners',
  partnerSales: () => '/partners/sales',
  partnerDues: () => '/partners/dues',
  security: () => '/security',
  staff: () => '/staff',
  securityLog: () => '/security-log',
  auditLog: () => '/office/changes/audit',
  settings: (tab: SettingsTab, { venue, activity }: { venue?: string; activity?: number } = {}) =>
    withQuery(`/office/settings/${tab}`, {
      venue: venue ?? null,
      activity: activity === undefined ? null : String(activity),
    }),
  /** All lists, the rows of one, or a row of it: `new`, or its place. */
  catalogue: (list?: string, row?: string) =>
    withQuery('/office/settings/catalogue', { list: list ?? null, row: row ?? null }),
  /** All of them, or one. */
  drafts: (draft?: number) =>
    withQuery('/office/settings/drafts', { draft: draft === undefined ? null : String(draft) }),
  /** The week of a day: as it is published, or as a draft makes it. */
  timetable: ({
    venue,
    monday,
    by = 'place',
    only = null,
    draftId = null,
  }: {
    venue: string
    monday: string
    by?: 'place' | 'instructor'
    only?: string | null
    draftId?: number | null
  }) =>
    withQuery(`/office/timetable/${encode(venue)}/${encode(monday)}`, {
      by: by === 'place' ? null : by,
      only,
      draft: draftId === null ? null : String(draftId),
    }),
  report: (report: ReportId, filters: Readonly<Record<string, string | null>> = {}) =>
    withQuery(`/office/reports/${report}`, filters),
  prices: (filter: Readonly<Partial<Record<'venue' | 'activity' | 'kind' | 'find', string>>> = {}) =>
    withQuery('/office/prices', {
      venue: filter.venue || null,
      activity: filter.activity || null,
      kind: filter.kind === 'all' ? null : (filter.kind ?? null),
      find: filter.find || null,
    }),
  messages: (audience: Readonly<Partial<Record<(typeof audienceFilters)[number], string>>> = {}) =>
    withQuery(
      '/office/messages',
      Object.fromEntries(audienceFilters.map((name) => [name, audience[name] || null])),
    ),
  hirers: () => '/office/hirers',
  invoices: () => '/office/hirers/invoices',
  hirer: (id: number) => `/office/hirers/${id}`,
  takings: (venueSlug: string, day: string) => `/takings/${encode(venueSlug)}/${encode(day)}`,
} as const

/** The page at `path` with the question what becomes of the basket of the customer before. */
export const basketLeftPath = (path: string): string =>
  withQuery(path, { left: '1', choose: null, login: null })

/** The page at `path` with the dialog to select a customer. */
export const customerChoicePath = (path: string): string => withQuery(path, { choose: '1', login: null })
