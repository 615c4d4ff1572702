import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { Venue } from '#contract/venues.ts'
import type { Navigator } from '#web/platform/navigator.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { NavigatorProvider } from '#web/platform/router.tsx'
import { VenueFinder } from './VenueFinder.tsx'

const screen = { path: '/', query: new URLSearchParams('view=map') }
const navigator = { subscribe: () => () => undefined, screen: () => screen } as unknown as Navigator
const baths = { id: 1, slug: 'baths', name: 'The Baths', venueType: '', town: 'Bangor' }

const render = (position: Pick<Venue, 'lat' | 'lng'>) =>
  renderToString(
    <PageContextProvider value={{ basePath: '', embedded: false } as unknown as PageContext}>
      <NavigatorProvider value={navigator}>
        <VenueFinder
          rows={[{ venue: { ...baths, ...position } as Venue }]}
          around={undefined}
          chosen={undefined}
          tiles={{ tileUrl: null, attribution: '' }}
        >
          None
        </VenueFinder>
      </NavigatorProvider>
    </PageContextProvider>,
  )

it('has no map where no venue has a place on it, and lists the venues also at ?view=map', () => {
  const listed = render({ lat: null, lng: null })
  expect(listed).toContain('The Baths')
  expect(listed).not.toMatch(/view=map|Zoom in/)
  expect(render({ lat: 53.2, lng: -4.1 })).toMatch(/view=map.*Zoom in/)
})
