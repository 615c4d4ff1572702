import { Suspense, use, useState, type ComponentType } from 'react'

/**
 * A component whose script is no part of a first page, unless the first page shows it:
 *
 *   const BasketDrawer = lazyComponent('web/features/baskets/BasketDrawer.tsx', async () =>
 *     (await import('#web/features/baskets/BasketDrawer.tsx')).BasketDrawer)
 *
 * The server renders it like any other and lists it in the page, whose start waits for it, so hydration finds it
 * loaded. Elsewhere it is loaded when first rendered, or before that when the browser is idle.
 *
 * @param source the module's path from the repository's root: its key in the build's manifest
 */
export const lazyComponent = <P extends object>(
  source: string,
  load: () => Promise<ComponentType<P>>,
  { preload = true }: { preload?: boolean } = {},
): ComponentType<P> => {
  let loaded: ComponentType<P> | undefined
  let loading: Promise<ComponentType<P>> | undefined
  const startLoading = (): Promise<ComponentType<P>> => {
    loading ??= load().then(
      (component) => (loaded = component),
      (error: unknown) => {
        // The next render tries again.
        loading = undefined
        throw error
      },
    )
    return loading
  }
  register(source, startLoading, preload)

  const Suspended = (props: P) => {
    const Component = use(startLoading())
    // oxlint-disable-next-line react/static-components -- the promise answers the same component each time
    return <Component {...props} />
  }
  return (props: P) => {
    const [Component] = useState(() => loaded)
    if (Component !== undefined) {
      recording?.rendered.add(source)
      return <Component {...props} />
    }
    if (recording !== undefined) {
      recording.missing.add(source)
      return null
    }
    return (
      <Suspense fallback={null}>
        <Suspended {...props} />
      </Suspense>
    )
  }
}

const load = async (source: string): Promise<void> => {
  await loaders.get(source)?.()
}

type Loader = () => Promise<unknown>

const loaders = new Map<string, Loader>()
const idleQueue: Loader[] = []
let isIdle = false

const register = (source: string, startLoading: Loader, preload: boolean): void => {
  loaders.set(source, startLoading)
  if (preload) preloadWhenIdle(startLoading)
}

/** Loads a module once the first page is hydrated and the browser is idle. */
export const preloadWhenIdle = (startLoading: Loader): void => {
  idleQueue.push(startLoading)
  if (isIdle) loadOneByOne()
}

/** Begins with the preloading; called once, after hydration. Visitors who ask to save data get none. */
export const startPreloading = (): void => {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData === true) return
  isIdle = true
  loadOneByOne()
}

const loadOneByOne = (): void => {
  whenIdle(() => {
    const next = idleQueue.shift()
    if (next === undefined) return
    // A failure shows when the component is really rendered, which tries again.
    void next()
      .catch(() => undefined)
      .then(loadOneByOne)
  })
}

const whenIdle = (run: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 5000 })
  else setTimeout(run, 200)
}

/** Loads the components that the server has rendered; one may hold others. */
export const loadRendered = async (sources: readonly string[]): Promise<void> => {
  let remaining = sources
  while (remaining.length > 0) {
    const registered = remaining.filter((source) => loaders.has(source))
    if (registered.length === 0) throw new Error(`No lazy component is called ${remaining.join(', ')}`)
    await Promise.all(registered.map(load))
    remaining = remaining.filter((source) => !registered.includes(source))
  }
}

type Recording = { rendered: Set<string>; missing: Set<string> }

/** Set while the server renders, which is synchronous. */
let recording: Recording | undefined

/** For the server: renders until every lazy component on the page is loaded, and names those. */
export const renderWithLazy = async (
  render: () => string,
): Promise<{ html: string; rendered: readonly string[] }> => {
  for (;;) {
    const currentRecording: Recording = { rendered: new Set(), missing: new Set() }
    recording = currentRecording
    let html
    try {
      html = render()
    } finally {
      recording = undefined
    }
    if (currentRecording.missing.size === 0) return { html, rendered: [...currentRecording.rendered] }
    await Promise.all([...currentRecording.missing].map(load))
  }
}
