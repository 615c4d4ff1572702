import { feedNames, kindOf } from '#contract/openactive.ts'
import type { FeedName } from '#contract/openactive.ts'
import { licence } from '#server/openactive/rules.ts'
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

/** What a feed holds, in the words of whoever looks for something to do. */
const holds: Record<FeedName, string> = {
  'facility-uses': 'What can be hired: courts, lanes, pitches',
  slots: 'When they are free',
  'session-series': 'Classes and sessions of the timetable',
  'scheduled-sessions': 'Each of their sessions, with the places left',
}

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
  },
  ...(facts.modifiedAt === null ? {} : { dateModified: facts.modifiedAt.toISOString() }),
  distribution: feedNames.map((feed) => ({
    '@type': 'DataDownload',
    name: kindOf[feed],
    additionalType: `https://openactive.io/${kindOf[feed]}`,
    encodingFormat: 'application/vnd.openactive.rpde+json; version=1',
    contentUrl: `${address}/${feed}`,
  })),
  bookingService: { '@type': 'BookingService', name: 'Onside', url: site },
})

/** The same for people, with the above in it, where catalogues look for it. */
export const datasetPage = (facts: DatasetFacts, address: string, site: string): Response => {
  const feeds = feedNames
    .map((feed) => {
      const url = escapeHtml(`${address}/${feed}`)
      return `<dt>${kindOf[feed]}</dt><dd>${holds[feed]}</dd><dd><a href="${url}">${url}</a></dd>`
    })
    .join('\n')
  const data = JSON.stringify(presentDataset(facts, address, site)).replaceAll('<', String.raw`\u003c`)
  return answerPage({
    title: nameOf(facts),
    style,
    body: `<main>
<h1>${escapeHtml(nameOf(facts))}</h1>
<p>${escapeHtml(descriptionOf(facts))}</p>
<p>Anybody may use it for anything and names ${escapeHtml(facts.operatorName)} as its source:
<a href="${licence}">CC BY 4.0</a>. How to read it is told by
<a href="https://developer.openactive.io/">OpenActive</a>. To book something yourself, go to
<a href="${escapeHtml(site)}">${escapeHtml(site)}</a>.</p>
<h2>Feeds</h2>
<dl>
${feeds}
</dl>
</main>
<script type="application/ld+json">${data}</script>`,
  })
}

const nameOf = ({ operatorName }: DatasetFacts): string => `${operatorName}: facilities and sessions`

const descriptionOf = ({ operatorName, venues }: DatasetFacts): string =>
  `What can be booked at ${venues === 1 ? 'the venue' : `the ${venues} venues`} of ${operatorName}, with times, list prices and the places left, as open data.`
