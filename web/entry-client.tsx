import '#web/ui/tokens.css'
import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from '#web/platform/App.tsx'
import { startVisit } from '#web/platform/start.ts'
import { sites } from './sites.ts'

/** Takes over the page the server has drawn: same site, same screen, no request. */
const root = document.getElementById('root')
const bootstrap = document.getElementById('bootstrap')?.textContent
if (root === null || bootstrap === undefined) throw new Error('This is not a page of ours')

const started = await startVisit(bootstrap, sites)
startTransition(() => {
  hydrateRoot(root, <App {...started} />, { onRecoverableError: started.visit.report })
  // For whoever drives the page from outside: what is pressed from now on is heard.
  root.dataset['live'] = ''
})
