import {
  Suspense,
  use,
  useEffect,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react'
import { LateContext, lazyComponent, loadRendered, type LoadComponent } from './lazyComponent.tsx'
import { replayEarlyEvents } from './replayEarlyEvents.ts'

/**
 * A part of a page that need not answer the first press: the filters of a list, the basket beside it. The server renders
 * it as any other; in the browser its HTML stands still until its script has come, which is when the page is hydrated
 * and the browser idle, or when something in it is pressed. What is pressed in between is replayed.
 *
 * Its parent's updates wait as well, because React would replace the HTML of a part that it cannot hydrate yet. So it
 * must not stand inside the provider of a context that changes.
 *
 * A part that was not rendered by the server waits for no other and loads its script when it is first rendered.
 */
export const lateComponent = <P extends object>(source: string, load: LoadComponent<P>): ComponentType<P> => {
  const Part = lazyComponent(source, load)
  return (props: P) => {
    const isRenderedByServer = useIsRenderedByServer()
    const [isWaiting, setWaiting] = useState(isRenderedByServer)
    const [scripts] = useState(isRenderedByServer ? loading : undefined)
    const [initialProps] = useState(props)
    const [initialPart] = useState(() => partOf(<Part {...initialProps} />, scripts, () => setWaiting(false)))
    useEffect(() => {
      // Later, because React does not hydrate the target of a replayed event from within an effect.
      if (!isWaiting) setTimeout(() => replayEarlyEvents(loadLateParts))
    }, [isWaiting])
    return (
      <div data-late={isWaiting ? '' : undefined} className="late">
        {isWaiting ? initialPart : partOf(<Part {...props} />, scripts)}
      </div>
    )
  }
}

/** True on the server and in the first render of a hydration. */
const useIsRenderedByServer = (): boolean =>
  useSyncExternalStore(
    () => () => undefined,
    () => false,
    () => true,
  )

const partOf = (part: ReactNode, scripts: Promise<void> | undefined, onHydrated?: () => void) => (
  <Suspense>
    <Loaded scripts={scripts} onHydrated={onHydrated}>
      <LateContext value>{part}</LateContext>
    </Loaded>
  </Suspense>
)

const Loaded = ({
  scripts,
  onHydrated,
  children,
}: {
  scripts: Promise<void> | undefined
  onHydrated: (() => void) | undefined
  children: ReactNode
}) => {
  if (scripts !== undefined) use(scripts)
  useEffect(() => {
    onHydrated?.()
  }, [onHydrated])
  return children
}

/** The scripts of the late parts of the page, and of the lazy components in them. */
let sources: readonly string[] = []
let loading: Promise<void> | undefined
let startLoading = (): void => undefined

/** Before hydration. */
export const awaitLateParts = (sourcesOfPage: readonly string[]): void => {
  sources = sourcesOfPage
  loading = sources.length === 0 ? undefined : loadWhenStarted()
}

/**
 * A failure leaves the parts standing still. They are loaded again when something in them is pressed, when the connection
 * is back, and a few times by themselves, because some of them show nothing that could be pressed.
 */
const loadWhenStarted = async (): Promise<void> => {
  for (let retryInMs = 1_000; ; retryInMs = navigator.onLine ? retryInMs * 4 : 1_000) {
    await new Promise<void>((resolve) => {
      startLoading = resolve
    })
    try {
      return await loadRendered(sources)
    } catch (error) {
      addEventListener('online', loadLateParts, { once: true })
      if (!navigator.onLine) continue
      if (retryInMs <= 64_000) setTimeout(loadLateParts, retryInMs)
      else reportError(error)
    }
  }
}

/** Loads the late parts of the page, if there are any and they are not there. */
export const loadLateParts = (): void => {
  startLoading()
}
