import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { PageContextProvider, type PageContext } from '#web/platform/pageContext.tsx'
import { SecondStep } from './SecondStep.tsx'

const rendered = (channel: object): string =>
  renderToString(
    <PageContextProvider value={{ channel, embedded: false } as unknown as PageContext}>
      <SecondStep
        step={{ challenge: 'c', methods: ['code'], isSetup: false }}
        onLoggedIn={() => undefined}
        onStartAgain={() => undefined}
      />
    </PageContextProvider>,
  )

it('offers to leave the code out for 30 days, but not on a shared device', () => {
  expect(rendered({})).toContain('name="rememberDevice"')
  expect(rendered({ sharedDevice: {} })).toContain('name="code"')
  expect(rendered({ sharedDevice: {} })).not.toContain('rememberDevice')
})
