import { beforeEach, expect, test } from 'vitest'
import type { DeskSession } from '#contract/attendance.ts'
import { reactRoot } from '#test/support/reactRoot.ts'
import type { Navigator } from '#web/platform/navigator.ts'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { NavigatorProvider } from '#web/platform/router.tsx'
import { SellList } from './SellList.tsx'
import { SessionTable } from './SessionTable.tsx'

/** From 23:30 on a Saturday in summer, for three hours. */
const late = {
  id: 1,
  name: 'Five-a-side',
  locationName: 'Pitch 1',
  startsAt: { format24Hour: '23:30' },
  endsAt: { format24Hour: '02:30' },
  begins: '2027-07-03T22:30:00Z',
  ends: '2027-07-04T01:30:00Z',
  capacity: 1,
  spaces: 1,
  blocks: [],
} as unknown as DeskSession

const page = reactRoot()

beforeEach(() => {
  page.element.textContent = ''
})

test.each([
  ['today', <SessionTable key="1" sessions={[late]} now={0} zone="Europe/London" />],
  [
    'what is for sale',
    <SellList key="2" sessions={[late]} zone="Europe/London" inBasket={new Set()}>
      {() => null}
    </SellList>,
  ],
])('the list of %s names the day on which a session of the night ends', (_, list) => {
  page.render(
    <PageContextProvider value={{ basePath: '' } as PageContext}>
      <NavigatorProvider value={{} as Navigator}>{list}</NavigatorProvider>
    </PageContextProvider>,
  )
  expect(page.element.textContent).toContain('23:30–02:30 (Sun)')
})
