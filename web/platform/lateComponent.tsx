import {
  Suspense,
  use,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type ReactNode,
} from 'react'
import {
  LateContext,
  lazyComponent,
  loadRendered,
  type LateSources,
  type LazyOptions,
  type LoadComponent,
} from './lazyComponent.tsx'
import { replayEarlyEvents } from './replayEarlyEvents.ts'
import { keepOriginal, loadTranslationGuard } from './translation.ts'

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
export const lateComponent = <P extends object>(
  source: string,
  load: LoadComponent<P>,
  options: LazyOptions<P> = {},
): ComponentType<P> => {
  const Part = lazyComponent(source, load, options)
  return (props: P) => {
    const isRenderedByServer = useIsRenderedByServer()
    const [stage, setStage] = useState<'waiting' | 'hydrated' | 'failed'>(
      isRenderedByServer ? 'waiting' : 'hydrated',
    )
    const isWaiting = stage === 'waiting'
    const [scripts] = useState(isRenderedByServer ? scriptsOf.get(source) : undefined)
    const [initialProps] = useState(props)
    const onHydrated = () => setStage('hydrated')
    const inContext = (part: ReactNode) => <LateContext value={source}>{part}</LateContext>
    const [initialPart] = useState(() => partOf(inContext(<Part {...initialProps} />), scripts, onHydrated))
    const place = useRef<HTMLDivElement>(null)
    useEffect(() => {
      const element = place.current
      if (!isWaiting || scripts === undefined || element === null) return
      const keeping = scripts.loaded.then(() => keepOriginal(element))
      return () => void keeping.then((translateAgain) => translateAgain())
    }, [scripts, isWaiting])
    useEffect(() => {
      void scripts?.failed.then(() => setStage('failed'))
    }, [scripts])
    useEffect(() => {
      // Later, because React does not hydrate the target of a replayed event from within an effect.
      if (!isWaiting) setTimeout(() => replayEarlyEvents(loadLateParts))
    }, [isWaiting])
    const part = inContext(<Part {...props} />)
    const hydratedPart = isWaiting ? initialPart : partOf(part, scripts)
    return (
      <div ref={place} data-late={isWaiting ? '' : undefined} className="late">
        {stage === 'failed' ? part : hydratedPart}
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

const partOf = (part: ReactNode, scripts: LateScripts | undefined, onHydrated?: () => void) => (
  <Suspense>
    <Loaded scripts={scripts} onHydrated={onHydrated}>
      {part}
    </Loaded>
  </Suspense>
)

const Loaded = ({
  scripts,
  onHydrated,
  children,
}: {
  scripts: LateScripts | undefined
  onHydrated: (() => void) | undefined
  children: ReactNode
}) => {
  if (scripts !== undefined) use(scripts.loaded)
  useEffect(() => {
    onHydrated?.()
  }, [onHydrated])
  return children
}

/** The scripts of a late part and of the lazy components in it. One of the two promises is resolved, once. */
type LateScripts = { loaded: Promise<void>; failed: Promise<void>; load: () => void }

const scriptsOf = new Map<string, LateScripts>()

/** Before hydration. */
export const awaitLateParts = (parts: LateSources): void => {
  for (const [part, sources] of Object.entries(parts)) scriptsOf.set(part, loadWhenStarted(sources))
}

/** Loads the late parts of the page, if there are any and they are not there. */
export const loadLateParts = (): void => void loadGuarded()

const loadGuarded = async (): Promise<void> => {
  await loadTranslationGuard()
  for (const { load } of scriptsOf.values()) load()
}

/**
 * A failure leaves the part standing still. It is loaded again when something in a late part is pressed, when the
 * connection is back, and twice by itself; then the part is rendered without its scripts, and says so in its place.
 */
const loadWhenStarted = (sources: readonly string[]): LateScripts => {
  let start = (): void => undefined
  let fail = (): void => undefined
  const failed = new Promise<void>((resolve) => {
    fail = resolve
  })
  const load = async (): Promise<void> => {
    for (let retryInMs = 1_000; ; retryInMs = navigator.onLine ? retryInMs * 4 : 1_000) {
      await new Promise<void>((resolve) => {
        start = resolve
      })
      try {
        return await loadRendered(sources)
      } catch {
        addEventListener('online', () => start(), { once: true })
        if (!navigator.onLine) continue
        if (retryInMs <= 4_000) setTimeout(() => start(), retryInMs)
        else fail()
      }
    }
  }
  return { loaded: load(), failed, load: () => start() }
}
