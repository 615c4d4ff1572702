import '#web/ui/tokens.css'
import { startTransition } from 'react'
import { App } from '#web/platform/App.tsx'
import { whenAllHydrated } from '#web/platform/HydratedApart.tsx'
import { loadLateParts } from '#web/platform/lateComponent.tsx'
import { startPreloading, whenIdle } from '#web/platform/lazyComponent.tsx'
import { mountPage } from '#web/platform/mountPage.ts'
import type { PageContext } from '#web/platform/pageContext.tsx'
import { replayEarlyEvents } from '#web/platform/replayEarlyEvents.ts'
import { nextTask, startPage, syncPage } from '#web/platform/start.ts'
import { isTranslated, keepOriginal, loadTranslationGuard } from '#web/platform/translation.ts'
import { sites } from './sites.ts'

/** Hydrates the server-rendered page without a request. */
const root = document.getElementById('root')
const bootstrap = document.getElementById('bootstrap')?.textContent
if (root === null || bootstrap === undefined) throw new Error('The page has no root or no bootstrap')

/** Deferred, because React hydrates the target of a replayed event at once, but not from within an effect. */
const afterHydration = (context: PageContext, translateAgain: () => void): void => {
  whenAllHydrated(translateAgain)
  setTimeout(() => {
    replayEarlyEvents(loadLateParts)
    // Browser tests wait for this attribute.
    root.dataset['live'] = ''
    whenIdle(() => {
      loadLateParts()
      syncPage(context)
    })
    startPreloading()
  })
}

const hydrate = async (): Promise<void> => {
  await nextTask()
  const { isWhole, ...started } = await startPage(bootstrap, sites)
  await nextTask()
  if (isTranslated()) await loadTranslationGuard()
  const translateAgain = keepOriginal(root)
  startTransition(() => {
    const app = <App {...started} onHydrated={() => afterHydration(started.context, translateAgain)} />
    mountPage(root, app, { isWhole, report: started.context.report })
  })
}

// Not awaited at the top level: pages import the chunk that this module is in, and would wait for it. A failure shows
// the notice of captureEarlyEvents.ts.
void hydrate()
