import '#web/ui/tokens.css'
import { startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from '#web/platform/App.tsx'
import { doEarly } from '#web/platform/doEarly.ts'
import { startVisit } from '#web/platform/start.ts'
import { sites } from './sites.ts'

/** Takes over the page the server has drawn: same site, same screen, no request. */
const root = document.getElementById('root')
const bootstrap = document.getElementById('bootstrap')?.textContent
if (root === null || bootstrap === undefined) throw new Error('This is not a page of ours')

const started = await startVisit(bootstrap, sites)

/** Comes after all others, so that whatever a press needs is in its place. */
const Listening = () => {
  useEffect(() => {
    doEarly()
    // For whoever drives the page from outside.
    root.dataset['live'] = ''
  }, [])
  return null
}

startTransition(() => {
  const page = (
    <>
      <App {...started} />
      <Listening />
    </>
  )
  hydrateRoot(root, page, { onRecoverableError: started.visit.report })
})
