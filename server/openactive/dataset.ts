import { sql } from 'kysely'
import { feedNames, kindOf } from '#contract/openactive.ts'
import { instant } from '#contract/time.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { latestOf } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { answerPage, escapeHtml } from '#server/platform/raw.ts'
import { datasetAt, feedsOf, licence, openBookingPath, openIdPath } from './rules.ts'

export type DatasetFacts = {
  operatorSlug: string
  /** Whose data it is, where there are several. */
  names: string
  operatorName: string
  /** `''` where the operator has not said. */
  legalName: string
  phone: string
  email: string
  sameAs: string[]
  discussion: string
  /** The address of its logo; `data:` when the database has it, `''` when there is none. */
  logo: string
  /** Whether partners may book, and the terms on which. */
  openBooking: boolean
  bookingTermsUrl: string
  /** What the data is published under; null until it has been. */
  site: string | null
  publishedAt: Date | null
  venues: number
  /** When the newest item of any feed was written; null as long as there is none. */
  modifiedAt: Date | null
}

/** What there is to say of an operator's open data; undefined when there is no such operator. */
export const datasetFacts = async (db: Database, operatorSlug: string): Promise<DatasetFacts | undefined> => {
  const { rows } = await sql<DatasetFacts>`
    select op.slug as operator_slug, op.name as operator_name, op.name as names, op.legal_name, op.phone, op.email, op.same_as,
      op.open_data_discussion as discussion, op.open_booking, op.booking_terms_url, identity.site, identity.since as published_at,
      case when t.app_logo like 'data:%' then 'data:' else coalesce(t.app_logo, '') end as logo,
      (select count(*)::int from venue v where v.operator_id = op.id and v.status = 'open') as venues,
      (select to_timestamp(max(newest.modified)) from unnest(${[...feedNames]}::text[]) f (feed), lateral (
          select i.modified from openactive_item i
          where i.operator_id = op.id and i.feed = f.feed and i.modified is not null
          order by i.modified desc, i.id desc limit 1
        ) newest) as modified_at
    from operator op
    join open_data_site identity on identity.operator_id = op.id
    left join theme t on t.id = op.theme_id
    where op.slug = ${operatorSlug}`.execute(db)
  return rows[0]
}

/** The slugs of all operators, the first of which answers for the data set of all. */
export const operatorSlugs = async (db: Database): Promise<string[]> =>
  (await db.selectFrom('operator').select('slug').orderBy('id').execute()).map(({ slug }) => slug)

/** The data set of several operators: the first answers for it, and it is bookable where one of them is. */
export const shareFacts = (facts: readonly DatasetFacts[]): DatasetFacts | undefined => {
  const [first, ...others] = facts
  if (first === undefined || others.length === 0) return first
  const bookable = facts.find(({ openBooking }) => openBooking)
  return {
    ...first,
    names: operatorMessages().openactive.namesOf(facts.map(({ operatorName }) => operatorName)),
    openBooking: bookable !== undefined,
    bookingTermsUrl: bookable?.bookingTermsUrl ?? '',
    venues: facts.reduce((sum, { venues }) => sum + venues, 0),
    publishedAt: latestOf(facts.map(({ publishedAt }) => publishedAt)),
    modifiedAt: latestOf(facts.map(({ modifiedAt }) => modifiedAt)),
  }
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.55 system-ui, sans-serif }
body { max-width: 44rem; margin: 0 auto; padding: 2rem 1rem 4rem }
h2 { margin-top: 2.5rem }
dt { margin-top: 1rem; font-weight: 600 }
dd { margin: 0; overflow-wrap: anywhere }
`

/**
 * The data set for programs: JSON-LD by OpenActive's Dataset API Discovery, which is schema.org's Dataset with a
 * download a feed.
 * @param address of the page itself; the feeds lie under it
 * @param site where the operator's customers book
 */
const presentDataset = (facts: DatasetFacts, address: string, site: string) => ({
  '@context': ['https://schema.org/', 'https://openactive.io/'],
  '@type': 'Dataset',
  '@id': address,
  url: address,
  name: nameOf(facts),
  description: descriptionOf(facts),
  keywords: ['Sessions', 'Facilities', 'Activities', 'Sports', 'Physical Activity', 'OpenActive'],
  license: licence,
  documentation: 'https://permalink.openactive.io/dataset-site/open-data-documentation',
  inLanguage: ['en-GB'],
  schemaVersion: 'https://openactive.io/modelling-opportunity-data/2.0/',
  publisher: {
    '@type': 'Organization',
    name: facts.operatorName,
    ...(facts.legalName === '' ? {} : { legalName: facts.legalName }),
    url: site,
    ...(facts.phone === '' ? {} : { telephone: facts.phone }),
    ...(facts.email === '' ? {} : { email: facts.email }),
    ...(facts.sameAs.length === 0 ? {} : { sameAs: facts.sameAs }),
    ...logoOf(facts, feedsOf(facts.operatorSlug, site)),
  },
  ...(facts.discussion === '' ? {} : { discussionUrl: facts.discussion }),
  ...(facts.publishedAt === null ? {} : { datePublished: instant(facts.publishedAt) }),
  ...(facts.modifiedAt === null ? {} : { dateModified: instant(facts.modifiedAt) }),
  distribution: feedNames.map((feed) => ({
    '@type': 'DataDownload',
    name: kindOf[feed],
    additionalType: `https://openactive.io/${kindOf[feed]}`,
    encodingFormat: 'application/vnd.openactive.rpde+json; version=1',
    contentUrl: `${address}/${feed}`,
  })),
  bookingService: { '@type': 'BookingService', name: 'Onside', url: site },
  ...(facts.openBooking ? { accessService: accessServiceOf(facts, address, site) } : {}),
})

/** Where partners book, and where they find out how. */
const accessServiceOf = ({ bookingTermsUrl }: DatasetFacts, address: string, site: string) => ({
  '@type': 'WebAPI',
  name: 'Open Booking API',
  description: operatorMessages().openactive.openBookingDescription,
  documentation: 'https://permalink.openactive.io/dataset-site/open-booking-api-documentation',
  ...(bookingTermsUrl === '' ? {} : { termsOfService: bookingTermsUrl }),
  endpointUrl: `${site}${openBookingPath}`,
  authenticationAuthority: `${site}${openIdPath}`,
  conformsTo: ['https://openactive.io/open-booking-api/EditorsDraft/'],
  endpointDescription: 'https://www.openactive.io/open-booking-api/EditorsDraft/swagger.json',
  landingPage: address,
})

/**
 * The same for people, with the above in it, where catalogues look for it.
 * @param operatorSlug null for the data set of all operators
 * @param published the site the data is published under
 * @param here the site the page is read at: its links stay there, since the other may be a server that is no more
 */
export const datasetPage = (
  facts: DatasetFacts,
  operatorSlug: string | null,
  { published, here }: { published: string; here: string },
): Response => {
  const address = datasetAt(operatorSlug, published)
  const feeds = feedNames
    .map((feed) => {
      const href = `${datasetAt(operatorSlug, here)}/${feed}`
      return `<dt>${kindOf[feed]}</dt><dd>${operatorMessages().openactive.contents[feed]}</dd><dd>${link(href, `${address}/${feed}`)}</dd>`
    })
    .join('\n')
  const data = JSON.stringify(presentDataset(facts, address, published)).replaceAll('<', String.raw`\u003c`)
  return answerPage({
    language: operatorMessages().format.language,
    title: nameOf(facts),
    style,
    body: `<main>
<h1>${escapeHtml(nameOf(facts))}</h1>
<p>${escapeHtml(descriptionOf(facts))}</p>
<p>${operatorMessages()
      .openactive.licence.replace('{operator}', escapeHtml(facts.names))
      .replace('{licence}', link(licence, 'CC BY 4.0'))}
${operatorMessages().openactive.documentation.replace('{documentation}', link('https://developer.openactive.io/', 'OpenActive'))}
${operatorMessages().openactive.toBook.replace('{site}', link(here, here))}</p>
<h2>${operatorMessages().openactive.feeds}</h2>
<dl>
${feeds}
</dl>
</main>
<script type="application/ld+json">${data}</script>`,
  })
}

const logoOf = ({ logo }: DatasetFacts, feeds: string) =>
  logo === ''
    ? {}
    : {
        logo: {
          '@type': 'ImageObject',
          url: logo === 'data:' ? `${feeds}/pictures/operator` : logo,
        },
      }

const link = (address: string, text: string): string =>
  `<a href="${escapeHtml(address)}">${escapeHtml(text)}</a>`

const nameOf = ({ names: operator }: DatasetFacts): string =>
  operatorMessages().openactive.datasetName({ operator })

const descriptionOf = ({ names: operator, venues }: DatasetFacts): string =>
  operatorMessages().openactive.datasetDescription({ operator, venues })
