/**
 * Which noun may import which: a noun may import every tier above it in this list, and of its own tier the nouns
 * listed behind it. test/contract/tiers.test.ts holds the imports against it.
 */
export const tiers: readonly {
  name: string
  nouns: Readonly<Record<string, readonly string[]>>
}[] = [
  { name: 'messages', nouns: { messages: [] } },
  { name: 'platform', nouns: { platform: [] } },
  { name: 'providers', nouns: { providers: [] } },
  { name: 'catalogue', nouns: { operator: [], venues: [], activities: [], geocoding: [] } },
  { name: 'notices', nouns: { notices: [] } },
  { name: 'people', nouns: { 'linked-people': [], favourites: [] } },
  {
    name: 'entitlements',
    nouns: {
      documents: [],
      credits: [],
      penalties: [],
      packages: [],
      'guest-passes': [],
      waivers: [],
      memberships: ['documents', 'penalties'],
      pricing: ['documents', 'memberships'],
    },
  },
  { name: 'accounts', nouns: { sessions: [], customers: ['sessions'], families: ['customers', 'sessions'] } },
  { name: 'reservation', nouns: { holds: [] } },
  { name: 'timetable', nouns: { timetable: [] } },
  { name: 'selling', nouns: { baskets: [], waitlists: [] } },
  {
    name: 'sale',
    nouns: {
      tills: [],
      bookings: ['tills'],
      attendance: ['bookings'],
      closures: ['attendance', 'bookings'],
      hirers: ['attendance', 'bookings', 'tills'],
      joining: ['bookings', 'tills'],
      checkout: ['bookings', 'hirers', 'joining', 'tills'],
      payments: ['bookings', 'checkout'],
    },
  },
  {
    name: 'edges',
    nouns: {
      openactive: [],
      'open-booking': ['openactive', 'import'],
      search: [],
      dashboard: [],
      privacy: [],
      'security-events': [],
      audit: [],
      reports: [],
      broadcasts: [],
      rehearsals: [],
      operations: [],
      webhooks: [],
      office: ['import'],
      drafts: ['import', 'office'],
      import: [],
    },
  },
]
