import { Suspense, use, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import {
  isServerRender,
  LateContext,
  lazyComponent,
  loadRendered,
  type LoadComponent,
} from './lazyComponent.tsx'
import { replayEarlyEvents } from './replayEarlyEvents.ts'

/**
 * A part of a page that need not answer the first press: the filters of a list, the basket beside it. The server renders
 * it as any other; in the browser its HTML stands still until its script has come, which is when the page is hydrated
 * and the browser idle, or when something in it is pressed. What is pressed in between is replayed.
 *
 * Its parent's updates wait as well, because React would replace the HTML of a part that it cannot hydrate yet. So it
 * must not stand inside the provider of a context that changes.
 */
export const lateComponent = <P extends object>(source: string, load: LoadComponent<P>): ComponentType<P> => {
  const Part = lazyComponent(source, load)
  return (props: P) => {
    const [isWaiting, setWaiting] = useState(() => isServerRender() || !isLoaded)
    const [initialProps] = useState(props)
    const [initialPart] = useState(() => partOf(<Part {...initialProps} />, () => setWaiting(false)))
    useEffect(() => {
      // Later, because React does not hydrate the target of a replayed event from within an effect.
      if (!isWaiting) setTimeout(() => replayEarlyEvents(loadLateParts))
    }, [isWaiting])
    return (
      <div data-late={isWaiting ? '' : undefined} className="late">
        {isWaiting ? initialPart : partOf(<Part {...props} />)}
      </div>
    )
  }
}

const partOf = (part: ReactNode, onHydrated?: () => void) => (
  <Suspense>
    <Loaded onHydrated={onHydrated}>
      <LateContext value>{part}</LateContext>
    </Loaded>
  </Suspense>
)

const Loaded = ({ onHydrated, children }: { onHydrated: (() => void) | undefined; children: ReactNode }) => {
  if (loading !== undefined) use(loading)
  useEffect(() => {
    onHydrated?.()
  }, [onHydrated])
  return children
}

/** The scripts of the late parts of the page, and of the lazy components in them. */
let sources: readonly string[] = []
let isLoaded = true
let loading: Promise<void> | undefined
let startLoading = (): void => undefined

/** Before hydration. */
export const awaitLateParts = (sourcesOfPage: readonly string[]): void => {
  sources = sourcesOfPage
  isLoaded = sources.length === 0
  loading = sources.length === 0 ? undefined : loadWhenStarted()
}

/** A failure leaves the parts standing still until the connection is back or something in them is pressed. */
const loadWhenStarted = async (): Promise<void> => {
  while (!isLoaded) {
    await new Promise<void>((resolve) => {
      startLoading = resolve
    })
    try {
      await loadRendered(sources)
      isLoaded = true
    } catch {
      addEventListener('online', loadLateParts, { once: true })
    }
  }
}

/** Loads the late parts of the page, if there are any and they are not there. */
export const loadLateParts = (): void => {
  startLoading()
}
