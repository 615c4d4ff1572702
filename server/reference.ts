import { operatorMessages } from '#server/messages/languages.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as api from '#contract/index.ts'
import { openApi } from '#contract/openapi.ts'
import { authCookie } from '#server/platform/cookies.ts'
import { answerPage, escapeHtml } from '#server/platform/raw.ts'
import type { RawRoute } from '#server/platform/raw.ts'

const style = `
:root { color-scheme: light dark; font: 1rem/1.55 system-ui, sans-serif }
body { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem }
h2 { margin-top: 2.5rem; border-bottom: 1px solid color-mix(in srgb, currentcolor 25%, transparent); padding-bottom: .25rem }
h3 { margin: 1.75rem 0 .25rem; font-size: 1rem }
code { font-size: .95em; overflow-wrap: anywhere }
dl { display: grid; grid-template-columns: 8rem 1fr; gap: .15rem 1rem; margin: .25rem 0 0; font-size: .9rem }
dd { margin: 0 }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr } dd { margin-bottom: .4rem } }
`

let serialised: string | undefined

/** Made at the first request: it takes longer than the rest of the start. */
const serialisedDocument = (): string => (serialised ??= JSON.stringify(openApi(api, '/api', authCookie)))

/** The API reference, made from the contract: OpenAPI 3.1 and a page for people. */
export const referenceRoutes = (): RawRoute[] => [
  {
    method: 'GET',
    path: '/api/openapi.json',
    handle: () => new Response(serialisedDocument(), { headers: { 'content-type': 'application/json' } }),
  },
  {
    method: 'GET',
    path: '/api/docs',
    handle: () =>
      answerPage({
        language: operatorMessages().format.language,
        title: operatorMessages().reference.title,
        body: bodyOf(api),
        style,
      }),
  },
]

const bodyOf = (nouns: Record<string, Record<string, Endpoint>>): string => {
  const parts = Object.entries(nouns).map(
    ([noun, endpoints]) => `<h2 id="${noun}">${noun}</h2>${Object.values(endpoints).map(entryOf).join('')}`,
  )
  const links = Object.keys(nouns).map((noun) => `<a href="#${noun}">${noun}</a>`)
  return `<main><h1>${operatorMessages().reference.title}</h1>
<p>${operatorMessages().reference.introduction.replace('{link}', '<a href="openapi.json">openapi.json</a>')}</p>
<nav aria-label="${operatorMessages().reference.nouns}"><p>${links.join(' · ')}</p></nav>${parts.join('')}</main>`
}

const entryOf = (endpoint: Endpoint): string => {
  const rows: [string, string][] = [['Who', endpoint.allow]]
  const query = Object.keys(endpoint.query?.shape ?? {})
  if (query.length > 0) rows.push(['Query', query.join(', ')])
  if (endpoint.idempotent) rows.push(['Repeats', 'takes an Idempotency-Key'])
  const refusals = Object.entries(endpoint.errors ?? {}).map(([code, status]) => `${status} ${code}`)
  if (refusals.length > 0) rows.push(['Refuses', refusals.join(', ')])
  const list = rows.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join('')
  return `<h3><code>${endpoint.method} /api${escapeHtml(endpoint.path)}</code></h3><p>${escapeHtml(endpoint.summary)}</p><dl>${list}</dl>`
}
