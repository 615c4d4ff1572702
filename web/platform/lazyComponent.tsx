import {
  Component,
  createContext,
  Suspense,
  use,
  useContext,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { offline } from '#messages/shared/connection.ts'
import { reload, scriptPartFailed } from '#messages/shared/errors.ts'
import { tryAgain } from '#messages/shared/ui.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { isOffline } from './api.ts'
import styles from './lazyComponent.module.css'

/**
 * A component whose script is loaded with the first page only when that page renders it:
 *
 *   const BasketDrawer = lazyComponent('web/features/baskets/BasketDrawer.tsx', async () =>
 *     (await import('#web/features/baskets/BasketDrawer.tsx')).BasketDrawer)
 *
 * The server renders it and lists it in the bootstrap, so that it is loaded before hydration. In all other cases it is
 * loaded when first rendered, or earlier when the browser is idle.
 *
 * @param source the module's path from the repository's root: its key in the build's manifest
 */
export const lazyComponent = <P extends object>(
  source: string,
  load: LoadComponent<P>,
  { preload = true, isOptional = () => false, fallback = () => null }: LazyOptions<P> = {},
): ComponentType<P> => {
  let loaded: ComponentType<P> | undefined
  let loading: Promise<ComponentType<P>> | undefined
  let hasFailed = false
  const startLoading = (): Promise<ComponentType<P>> => {
    if (hasFailed) loading = undefined
    hasFailed = false
    loading ??= load().then(
      (component) => (loaded = component),
      (error: unknown) => {
        hasFailed = true
        loadErrors.add(error)
        throw error
      },
    )
    return loading
  }
  register(source, startLoading, preload)

  const Suspended = (props: P) => {
    // A failed promise is read again as it is; the next mount loads anew.
    const Loaded = use(loading ?? startLoading())
    // oxlint-disable-next-line react/static-components -- the promise resolves to the same component each time
    return <Loaded {...props} />
  }
  return (props: P) => {
    const [Loaded] = useState(() => {
      if (hasFailed) loading = undefined
      return loaded
    })
    const latePart = useContext(LateContext)
    if (Loaded !== undefined) {
      recordRendered(source, latePart)
      return <Loaded {...props} />
    }
    if (recording !== undefined) {
      recording.missing.add(source)
      return null
    }
    return (
      <LoadBoundary
        isOptional={isOptional(props)}
        isDialog={'onClose' in props}
        onRetry={() => (loading = undefined)}
      >
        <Suspense fallback={fallback(props)}>
          <Suspended {...props} />
        </Suspense>
      </LoadBoundary>
    )
  }
}

export type LazyOptions<P extends object> = {
  preload?: boolean
  /** Left out without a word when its script cannot be loaded: what nobody needs for what they came for. */
  isOptional?: (props: P) => boolean
  /** Shown while the script is loading. */
  fallback?: (props: P) => ReactNode
}

export type LoadComponent<P extends object> = () => Promise<ComponentType<P>>

/** The source of the late part (lateComponent.tsx) around a component, which no other part of the page waits for. */
export const LateContext = createContext<string | undefined>(undefined)

/** What loading has failed with: known by itself, since by the time it is shown another attempt may be under way. */
const loadErrors = new Set<unknown>()

/** `isAway`, whether the browser was offline, is set where something has failed. */
type LoadState = { error?: unknown; isAway?: boolean | undefined }

/**
 * Shows a notice in place of a part whose script failed to load, unless it is optional: of a dialog where whoever opened
 * it sees it, wherever they have scrolled to. Offline the part itself is
 * tried again, as a reload would lose the page. Errors of the part itself go on to the page's boundary.
 */
class LoadBoundary extends Component<
  {
    isOptional: boolean
    isDialog: boolean
    onRetry: () => void
    children: ReactNode
  },
  LoadState
> {
  override state: LoadState = {}

  static getDerivedStateFromError(error: unknown): LoadState {
    return { error, isAway: isOffline() }
  }

  override render(): ReactNode {
    const { error, isAway } = this.state
    if (isAway === undefined) return this.props.children
    if (!loadErrors.has(error)) throw error
    if (this.props.isOptional) return null
    const notice = (
      <Notice colour="warning" role="alert">
        <p>{isAway ? offline : scriptPartFailed}</p>
        <Button
          variant="secondary"
          onClick={() => {
            if (!isAway) {
              location.reload()
              return
            }
            this.props.onRetry()
            this.setState({ isAway: undefined })
          }}
        >
          {isAway ? tryAgain : reload}
        </Button>
      </Notice>
    )
    return this.props.isDialog ? <div className={styles['dialog']}>{notice}</div> : notice
  }
}

const load = async (source: string): Promise<void> => {
  await Promise.all((loaders.get(source) ?? []).map((startLoading) => startLoading()))
}

type Loader = () => Promise<unknown>

/** By source: pages declare a component each for themselves, and a module may have several. */
const loaders = new Map<string, Loader[]>()
const idleQueue: Loader[] = []
let isIdle = false

const register = (source: string, startLoading: Loader, preload: boolean): void => {
  loaders.set(source, [...(loaders.get(source) ?? []), startLoading])
  if (preload) preloadWhenIdle(startLoading)
}

/** Loads a module once the first page is hydrated and the browser is idle. */
export const preloadWhenIdle = (startLoading: Loader): void => {
  idleQueue.push(startLoading)
  if (isIdle) loadOneByOne()
}

/** The same before all others: what the first press is likely to want. */
export const preloadFirst = (startLoading: Loader): void => {
  idleQueue.unshift(startLoading)
  if (isIdle) loadOneByOne()
}

const waiting: (() => void)[] = []
let isHydrated = false

/** For what a part of the page loads by itself, so that it does not delay the scripts of the first page. */
export const whenHydrated = (run: () => void): void => {
  if (isHydrated) run()
  else waiting.push(run)
}

/** Called once, after hydration. Preloads nothing when the browser is set to save data. */
export const startPreloading = (): void => {
  isHydrated = true
  for (const run of waiting) whenIdle(run)
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData === true) return
  isIdle = true
  loadOneByOne()
}

const loadOneByOne = (): void => {
  whenIdle(() => {
    const next = idleQueue.shift()
    if (next === undefined) return
    // Ignored: rendering the component loads it again and reports the error.
    void next()
      .catch(() => undefined)
      .then(loadOneByOne)
  })
}

/** Runs once the browser has nothing more urgent to do. */
export const whenIdle = (run: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 5000 })
  else setTimeout(run, 200)
}

/**
 * Loads the components that the server rendered; nested ones are registered by the script of their parent.
 *
 * @throws the error of the first that could not be loaded, once all others are
 */
export const loadRendered = async (sources: readonly string[]): Promise<void> => {
  let remaining = sources
  let failure: PromiseRejectedResult | undefined
  while (remaining.length > 0) {
    const registered = remaining.filter((source) => loaders.has(source))
    if (registered.length === 0) break
    const outcomes = await Promise.allSettled(registered.map(load))
    failure ??= outcomes.find((outcome) => outcome.status === 'rejected')
    remaining = remaining.filter((source) => !registered.includes(source))
  }
  if (failure !== undefined) throw failure.reason
  if (remaining.length > 0) throw new Error(`No lazy component is called ${remaining.join(', ')}`)
}

/** `late`: by late part, the sources in it. */
type Recording = { rendered: Set<string>; late: Map<string, Set<string>>; missing: Set<string> }

/** Set during server rendering, which is synchronous. */
let recording: Recording | undefined

/** On the server: notes a component that is part of the page. In the browser it does nothing. */
const recordRendered = (source: string, latePart: string | undefined): void => {
  if (recording === undefined) return
  const { rendered, late } = recording
  if (latePart === undefined) rendered.add(source)
  else late.set(latePart, (late.get(latePart) ?? new Set()).add(source))
}

/** The late parts of a page, each with the sources of the lazy components in it and its own. */
export type LateSources = Readonly<Record<string, readonly string[]>>

/** For the server: renders again until every lazy component on the page is loaded, and returns their sources. */
export const renderWithLazy = async (
  render: () => string,
): Promise<{ html: string; rendered: readonly string[]; late: LateSources }> => {
  for (;;) {
    const currentRecording: Recording = { rendered: new Set(), late: new Map(), missing: new Set() }
    recording = currentRecording
    let html
    try {
      html = render()
    } finally {
      recording = undefined
    }
    const { rendered, late, missing } = currentRecording
    if (missing.size === 0)
      return {
        html,
        rendered: [...rendered],
        late: Object.fromEntries([...late].map(([part, sources]) => [part, [...sources]])),
      }
    await Promise.all([...missing].map(load))
  }
}
