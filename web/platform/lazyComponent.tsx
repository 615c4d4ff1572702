import { Suspense, use, useState, type ComponentType } from 'react'

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
    // oxlint-disable-next-line react/static-components -- the promise resolves to the same component each time
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

/** Starts preloading; called once, after hydration. Does nothing when the browser is set to save data. */
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
    // Ignored: rendering the component loads it again and reports the error.
    void next()
      .catch(() => undefined)
      .then(loadOneByOne)
  })
}

const whenIdle = (run: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 5000 })
  else setTimeout(run, 200)
}

/** Loads the components that the server rendered; nested ones are registered by the script of their parent. */
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

/** Set during server rendering, which is synchronous. */
let recording: Recording | undefined

/** For the server: renders again until every lazy component on the page is loaded, and returns their sources. */
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
