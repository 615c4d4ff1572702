import { feedNames, kindOf } from '#contract/openactive.ts'
import { instant } from '#contract/time.ts'
import * as messages from '#server/messages/en/openactive.ts'
import { datasetAt, feedsOf, licence, openBookingPath, openIdPath } from '#server/openactive/rules.ts'
import { answerPage } from '#server/platform/page.ts'
import { escapeHtml } from '#server/platform/raw.ts'
import type { DatasetFacts } from './queries.ts'

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
export const presentDataset = (facts: DatasetFacts, address: string, site: string) => ({
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
  description: messages.openBookingDescription,
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
      return `<dt>${kindOf[feed]}</dt><dd>${messages.contents[feed]}</dd><dd>${link(href, `${address}/${feed}`)}</dd>`
    })
    .join('\n')
  const data = JSON.stringify(presentDataset(facts, address, published)).replaceAll('<', String.raw`\u003c`)
  return answerPage({
    title: nameOf(facts),
    style,
    body: `<main>
<h1>${escapeHtml(nameOf(facts))}</h1>
<p>${escapeHtml(descriptionOf(facts))}</p>
<p>${messages.licence
      .replace('{operator}', escapeHtml(facts.names))
      .replace('{licence}', link(licence, 'CC BY 4.0'))}
${messages.documentation.replace('{documentation}', link('https://developer.openactive.io/', 'OpenActive'))}
${messages.toBook.replace('{site}', link(here, here))}</p>
<h2>${messages.feeds}</h2>
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

const nameOf = ({ names: operator }: DatasetFacts): string => messages.datasetName({ operator })

const descriptionOf = ({ names: operator, venues }: DatasetFacts): string =>
  messages.datasetDescription({ operator, venues })
