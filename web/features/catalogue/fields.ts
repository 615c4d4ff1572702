import type { CatalogueList, CatalogueRow } from '#contract/office.ts'
import {
  activities,
  activitiesAndHeadings,
  bands,
  named,
  places,
  restrictionsOfKind,
  rowsOf,
  textOf,
  tickets,
  worded,
} from './choices.ts'
import type { Choices, Lists, Option } from './choices.ts'

/*
 * What is asked of each thing of the catalogue. The names are those of the operator's files, whose schemas decide what is
 * valid (docs/operator-files.md); words stand in the messages.
 */

type Kind =
  | { kind: 'line' | 'long' | 'number' | 'amount' | 'time' | 'day' | 'lines' }
  /** `isUsual`: it is so where nothing is said. */
  | { kind: 'yesNo'; isUsual?: true }
  | { kind: 'weekdays' | 'exceptions' | 'colour' | 'picture' }
  /** One of some. Without `isNeeded` it may be none. */
  | { kind: 'choice'; options: (of: Choices) => Option[] }
  /** `isAllWhenEmpty`: none ticked means all. */
  | { kind: 'several'; options: (of: Choices) => Option[]; isAllWhenEmpty?: true }
  | { kind: 'rows'; fields: readonly Field[] }
  /** Fields that are said together or not at all. */
  | { kind: 'part'; fields: readonly Field[] }

export type Field = Kind & {
  name: string
  isNeeded?: true
  /** Few want it: it stands among others behind a line to press. */
  isRare?: true
  /** Only where it means something. */
  when?: (of: Choices) => boolean
}

export type ListForm = {
  /** How the file has values: those of a table are texts. */
  form: 'json' | 'csv'
  fields: readonly Field[]
  /** What a new one begins with. */
  start: (lists: Lists) => CatalogueRow
  /** Things of which there is one. */
  isSingle?: true
}

const bandChoice: Field = {
  name: 'band',
  kind: 'choice',
  when: (of) => bands(of).length > 0,
  options: bands,
}

const rare = (fields: readonly Field[]): Field[] => fields.map((field) => ({ ...field, isRare: true }))

const ages: Field[] = [
  { name: 'ageMin', kind: 'number' },
  { name: 'ageMax', kind: 'number' },
]

const question: Field[] = [
  { name: 'text', kind: 'line', isNeeded: true },
  {
    name: 'type',
    kind: 'choice',
    isNeeded: true,
    options: worded(['text', 'number', 'date', 'select', 'checkbox']),
  },
  { name: 'options', kind: 'lines', when: ({ row }) => row['type'] === 'select' },
  { name: 'required', kind: 'yesNo' },
]

const venueOf = (lists: Lists): CatalogueRow =>
  lists.venues.length === 1 ? { venue: textOf(lists.venues[0]?.['slug']) } : {}

/** What a class or a court begins with besides itself, so that it can be sold at once: its price, and when it is. */
export const firstPrice: readonly Field[] = [{ name: 'price', kind: 'amount' }]
export const firstLine: readonly Field[] = [
  { name: 'days', kind: 'weekdays' },
  { name: 'start', kind: 'time' },
  { name: 'minutes', kind: 'number' },
  { name: 'until', kind: 'time' },
  { name: 'locations', kind: 'several', options: places },
  { name: 'capacity', kind: 'number', when: ({ owner }) => owner?.['kind'] !== 'courts' },
  { name: 'instructors', kind: 'several', options: named('instructors') },
]

export const listForms: Readonly<Record<CatalogueList, ListForm>> = {
  operator: {
    form: 'json',
    isSingle: true,
    start: () => ({}),
    fields: [
      { name: 'name', kind: 'line', isNeeded: true },
      { name: 'legalName', kind: 'line' },
      { name: 'vatNumber', kind: 'line' },
      { name: 'phone', kind: 'line' },
      { name: 'email', kind: 'line' },
      { name: 'theme', kind: 'choice', options: named('themes') },
      { name: 'footer', kind: 'long' },
      { name: 'onlineJoining', kind: 'yesNo' },
      { name: 'refundsTo', kind: 'choice', isNeeded: true, options: worded(['credit', 'card']) },
      {
        name: 'outstandingPenalties',
        kind: 'choice',
        isNeeded: true,
        options: worded(['warn', 'block']),
      },
      { name: 'secondPerson', kind: 'yesNo' },
      { name: 'billingAddress', kind: 'choice', isNeeded: true, options: worded(['postcode', 'full']) },
      ...rare([
        { name: 'pricesBy', kind: 'choice', isNeeded: true, options: worded(['session', 'sale']) },
        { name: 'basketHoldSeconds', kind: 'number' },
        { name: 'benefitsNeedLogin', kind: 'yesNo', isUsual: true },
        { name: 'onlineGuestPasses', kind: 'yesNo' },
        { name: 'staffNeedSecondFactor', kind: 'yesNo' },
        { name: 'onePlace', kind: 'yesNo' },
        {
          name: 'collections',
          kind: 'part',
          fields: [
            { name: 'noticeDays', kind: 'number' },
            { name: 'retryDays', kind: 'number' },
            { name: 'tries', kind: 'number' },
            { name: 'takeOverEmail', kind: 'line' },
          ],
        },
        { name: 'searchWords', kind: 'lines' },
        { name: 'sameAs', kind: 'lines' },
        { name: 'kioskHomeUrl', kind: 'line' },
        { name: 'frameOrigins', kind: 'lines' },
        { name: 'analyticsContainerIds', kind: 'lines' },
      ]),
    ],
  },
  venues: {
    form: 'json',
    start: () => ({ locations: [], tills: [{ slug: 'reception', name: 'Reception' }] }),
    fields: [
      { name: 'name', kind: 'line', isNeeded: true },
      { name: 'venueType', kind: 'line' },
      { name: 'addressLineOne', kind: 'line' },
      { name: 'town', kind: 'line' },
      { name: 'postcode', kind: 'line' },
      { name: 'phone', kind: 'line' },
      { name: 'email', kind: 'line' },
      {
        name: 'locations',
        kind: 'rows',
        fields: [
          { name: 'name', kind: 'line', isNeeded: true },
          { name: 'shared', kind: 'yesNo', when: ({ row }) => !hasParts(row) },
          {
            name: 'contains',
            kind: 'several',
            when: ({ row, owner }) =>
              row['shared'] !== true && rowsOf(owner?.['locations']).length > 1 && !isPart(row, owner),
            options: ({ row, owner }) =>
              rowsOf(owner?.['locations'])
                .filter(({ slug }) => slug !== row['slug'])
                .map(({ slug, name }) => ({ value: textOf(slug), label: textOf(name) || textOf(slug) })),
          },
        ],
      },
      { name: 'tills', kind: 'rows', fields: [{ name: 'name', kind: 'line', isNeeded: true }] },
      { name: 'onlineJoining', kind: 'yesNo' },
      { name: 'theme', kind: 'choice', options: named('themes') },
      ...rare([
        { name: 'region', kind: 'line' },
        { name: 'lat', kind: 'number' },
        { name: 'lng', kind: 'number' },
        { name: 'footer', kind: 'long' },
        { name: 'displayVenueSelectionButton', kind: 'yesNo', isUsual: true },
      ]),
    ],
  },
  activities: {
    form: 'json',
    start: (lists) => ({
      kind: 'classes',
      venues: lists.venues.map(({ slug }) => textOf(slug)),
      allocation: 'customer',
      anonymousBooking: true,
    }),
    fields: [
      { name: 'name', kind: 'line', isNeeded: true },
      { name: 'kind', kind: 'choice', isNeeded: true, options: worded(['classes', 'courts', 'tickets']) },
      { name: 'venues', kind: 'several', options: named('venues') },
      { name: 'description', kind: 'long' },
      {
        name: 'tickets',
        kind: 'rows',
        when: ({ row }) => row['kind'] === 'tickets',
        fields: [
          { name: 'name', kind: 'line', isNeeded: true },
          { name: 'places', kind: 'number' },
          { name: 'maxQuantity', kind: 'number' },
          ...ages,
        ],
      },
      { name: 'whatToBring', kind: 'line' },
      ...ages,
      { name: 'level', kind: 'line' },
      { name: 'vatRate', kind: 'number' },
      {
        name: 'allocation',
        kind: 'choice',
        isNeeded: true,
        when: ({ row }) => row['kind'] === 'courts',
        options: worded(['customer', 'automatic']),
      },
      { name: 'restrictions', kind: 'several', options: named('restrictions') },
      { name: 'gives', kind: 'several', options: restrictionsOfKind(['induction']) },
      { name: 'weeklyLimit', kind: 'number' },
      { name: 'anonymousBooking', kind: 'yesNo' },
      { name: 'questions', kind: 'rows', fields: question },
      ...rare([
        { name: 'icon', kind: 'picture' },
        {
          name: 'browseBy',
          kind: 'choice',
          when: ({ row }) => row['kind'] === 'courts',
          options: worded(['time', 'location']),
        },
        { name: 'mayOverlap', kind: 'yesNo' },
        { name: 'printReceipt', kind: 'yesNo' },
        { name: 'joinLink', kind: 'line' },
        { name: 'accessibility', kind: 'lines' },
        {
          name: 'partners',
          kind: 'part',
          fields: [
            { name: 'refund', kind: 'yesNo', isUsual: true },
            {
              name: 'prepayment',
              kind: 'choice',
              options: worded(['required', 'optional', 'unavailable']),
            },
            { name: 'attendee', kind: 'yesNo' },
            { name: 'approval', kind: 'yesNo' },
          ],
        },
      ]),
    ],
  },
  prices: {
    form: 'csv',
    start: (lists) => ({ name: 'Standard', ...venueOf(lists) }),
    fields: [
      { name: 'activity', kind: 'choice', isNeeded: true, options: activities },
      { name: 'venue', kind: 'several', isAllWhenEmpty: true, options: named('venues') },
      {
        name: 'ticket',
        kind: 'choice',
        isNeeded: true,
        when: (of) => tickets(of).length > 0,
        options: tickets,
      },
      { name: 'name', kind: 'line', isNeeded: true },
      { name: 'price', kind: 'amount', isNeeded: true },
      { name: 'concession', kind: 'yesNo' },
      ...ages,
      ...rare([
        { name: 'proof', kind: 'line' },
        { name: 'band', kind: 'line' },
        { name: 'vatRate', kind: 'number' },
      ]),
    ],
  },
  timetable: {
    form: 'csv',
    start: venueOf,
    fields: [
      { name: 'activity', kind: 'choice', isNeeded: true, options: activities },
      { name: 'venue', kind: 'several', isAllWhenEmpty: true, options: named('venues') },
      { name: 'name', kind: 'line' },
      { name: 'days', kind: 'weekdays', isNeeded: true },
      { name: 'start', kind: 'time', isNeeded: true },
      { name: 'minutes', kind: 'number', isNeeded: true },
      { name: 'until', kind: 'time' },
      { name: 'locations', kind: 'several', options: places },
      { name: 'capacity', kind: 'number' },
      { name: 'instructors', kind: 'several', options: named('instructors') },
      { name: 'tags', kind: 'several', options: named('tags') },
      { name: 'from', kind: 'day' },
      { name: 'to', kind: 'day' },
      { name: 'except', kind: 'exceptions' },
      bandChoice,
      ...rare([
        { name: 'every', kind: 'number' },
        { name: 'description', kind: 'long' },
      ]),
    ],
  },
  blocks: {
    form: 'csv',
    start: (lists) => ({ ...venueOf(lists), days: 'daily', places: 'all', deskOnly: 'yes' }),
    fields: [
      { name: 'activity', kind: 'choice', isNeeded: true, options: activities },
      { name: 'venue', kind: 'several', isAllWhenEmpty: true, options: named('venues') },
      { name: 'locations', kind: 'several', isAllWhenEmpty: true, options: places },
      { name: 'days', kind: 'weekdays', isNeeded: true },
      { name: 'start', kind: 'time' },
      { name: 'until', kind: 'time' },
      { name: 'places', kind: 'line', isNeeded: true },
      { name: 'deskOnly', kind: 'yesNo' },
      { name: 'note', kind: 'line' },
      { name: 'from', kind: 'day' },
      { name: 'to', kind: 'day' },
    ],
  },
  sessions: {
    form: 'csv',
    start: venueOf,
    fields: [
      { name: 'activity', kind: 'choice', isNeeded: true, options: activities },
      { name: 'venue', kind: 'choice', isNeeded: true, options: named('venues') },
      { name: 'name', kind: 'line' },
      { name: 'date', kind: 'day', isNeeded: true },
      { name: 'start', kind: 'time', isNeeded: true },
      { name: 'minutes', kind: 'number', isNeeded: true },
      { name: 'location', kind: 'choice', isNeeded: true, options: places },
      { name: 'capacity', kind: 'number', isNeeded: true },
      { name: 'instructors', kind: 'several', options: named('instructors') },
      { name: 'tags', kind: 'several', options: named('tags') },
      bandChoice,
      { name: 'description', kind: 'long' },
    ],
  },
  memberships: {
    form: 'json',
    start: () => ({
      billingPeriod: 'month',
      paymentMethods: ['direct_debit', 'card'],
      soldOnline: true,
      benefits: [],
    }),
    fields: [
      { name: 'name', kind: 'line', isNeeded: true },
      { name: 'description', kind: 'long' },
      { name: 'price', kind: 'amount', isNeeded: true },
      {
        name: 'billingPeriod',
        kind: 'choice',
        isNeeded: true,
        options: worded(['month', 'year', 'once']),
      },
      { name: 'joiningFee', kind: 'amount' },
      { name: 'minimumTermMonths', kind: 'number' },
      { name: 'cancellationNoticeDays', kind: 'number' },
      { name: 'freezeMonths', kind: 'number' },
      { name: 'maxMembers', kind: 'number' },
      ...ages,
      { name: 'paymentMethods', kind: 'several', options: worded(['direct_debit', 'card', 'cash']) },
      { name: 'venues', kind: 'several', isAllWhenEmpty: true, options: named('venues') },
      { name: 'soldOnline', kind: 'yesNo' },
      {
        name: 'terms',
        kind: 'several',
        options: ({ lists }) =>
          named('terms')({
            lists: { ...lists, terms: lists.terms.filter((one) => one['for'] === 'membership') },
            row: {},
          }),
      },
      {
        name: 'benefits',
        kind: 'rows',
        fields: [
          { name: 'name', kind: 'line', isNeeded: true },
          { name: 'percentOff', kind: 'number' },
          { name: 'price', kind: 'amount' },
          { name: 'activities', kind: 'several', isAllWhenEmpty: true, options: activitiesAndHeadings },
          {
            name: 'allowance',
            kind: 'part',
            fields: [
              { name: 'uses', kind: 'number' },
              { name: 'per', kind: 'choice', options: worded(['day', 'week', 'month']) },
            ],
          },
        ],
      },
      ...rare([
        { name: 'maxAdults', kind: 'number' },
        { name: 'firstDays', kind: 'choice', isNeeded: true, options: worded(['share', 'free']) },
        { name: 'proof', kind: 'line' },
        { name: 'nominalCode', kind: 'line' },
      ]),
    ],
  },
  packages: {
    form: 'json',
    start: () => ({}),
    fields: [
      { name: 'name', kind: 'line', isNeeded: true },
      { name: 'uses', kind: 'number', isNeeded: true },
      { name: 'validDays', kind: 'number', isNeeded: true },
      { name: 'venues', kind: 'several', isAllWhenEmpty: true, options: named('venues') },
      { name: 'activities', kind: 'several', options: activitiesAndHeadings },
      ...rare([{ name: 'nominalCode', kind: 'line' }]),
    ],
  },
  restrictions: {
    form: 'json',
    start: () => ({ kind: 'waiver', per: 'attendee', questions: [] }),
    fields: [
      { name: 'name', kind: 'line', isNeeded: true },
      { name: 'kind', kind: 'choice', isNeeded: true, options: worded(['waiver', 'induction', 'criteria']) },
      { name: 'html', kind: 'long', when: isWaiver },
      {
        name: 'per',
        kind: 'choice',
        isNeeded: true,
        when: isWaiver,
        options: worded(['attendee', 'booking']),
      },
      { name: 'validMonths', kind: 'number', when: isWaiver },
      { name: 'questions', kind: 'rows', when: isWaiver, fields: question },
    ],
  },
  terms: {
    form: 'json',
    start: () => ({ for: 'booking', required: true }),
    fields: [
      { name: 'name', kind: 'line', isNeeded: true },
      { name: 'html', kind: 'long', isNeeded: true },
      { name: 'for', kind: 'choice', isNeeded: true, options: worded(['booking', 'membership']) },
      { name: 'required', kind: 'yesNo' },
    ],
  },
  themes: {
    form: 'json',
    start: () => ({ slug: '', primaryColour: '#5b2a86' }),
    fields: [
      { name: 'slug', kind: 'line', isNeeded: true },
      { name: 'logo', kind: 'picture' },
      { name: 'mailLogo', kind: 'picture' },
      { name: 'primaryColour', kind: 'colour' },
      { name: 'secondaryColour1', kind: 'colour' },
      { name: 'secondaryColour2', kind: 'colour' },
      { name: 'headerBgColour', kind: 'colour' },
      { name: 'headerPrimaryColour', kind: 'colour' },
      { name: 'darkBgColour', kind: 'colour' },
      {
        name: 'headingFont',
        kind: 'choice',
        options: worded(['garage_gothic', 'lato', 'open_sans', 'roboto']),
      },
      { name: 'bodyFont', kind: 'choice', options: worded(['garage_gothic', 'lato', 'open_sans', 'roboto']) },
      { name: 'secondaryButtonStyle', kind: 'choice', options: worded(['outline', 'solid']) },
    ],
  },
  instructors: {
    form: 'json',
    start: () => ({}),
    fields: [{ name: 'name', kind: 'line', isNeeded: true }],
  },
  tags: {
    form: 'json',
    start: () => ({}),
    fields: [
      { name: 'name', kind: 'line', isNeeded: true },
      { name: 'means', kind: 'choice', options: worded(['level', 'women_only', 'men_only']) },
    ],
  },
}

function isWaiver({ row }: Choices): boolean {
  return row['kind'] === 'waiver'
}

/** Whether another place is made of it. */
function isPart({ slug }: CatalogueRow, venue: CatalogueRow | undefined): boolean {
  return rowsOf(venue?.['locations']).some(
    ({ contains }) => Array.isArray(contains) && contains.some((part) => part === slug),
  )
}

function hasParts(row: CatalogueRow): boolean {
  return Array.isArray(row['contains']) && row['contains'].length > 0
}
