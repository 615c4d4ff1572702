import '#web/ui/tokens.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from '#web/platform/App.tsx'
import { replayEarlyEvents } from '#web/platform/replayEarlyEvents.ts'
import { startPage } from '#web/platform/start.ts'
import { sites } from './sites.ts'

/** Hydrates the server's page: same site, same screen, no request. */
const root = document.getElementById('root')
const bootstrap = document.getElementById('bootstrap')?.textContent
if (root === null || bootstrap === undefined) throw new Error('This is not a page of ours')

const started = await startPage(bootstrap, sites)

/** Runs after React's own work: it hydrates what an event is for at once, but not from within an effect. */
const onHydrated = (): void => {
  setTimeout(() => {
    replayEarlyEvents()
    // Browser tests wait for this attribute.
    root.dataset['live'] = ''
  })
}

startTransition(() => {
  hydrateRoot(root, <App {...started} onHydrated={onHydrated} />, {
    onRecoverableError: started.context.report,
  })
})
