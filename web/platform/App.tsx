import { Component, useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './App.module.css'
import { Toasts } from './ToastStrip.tsx'
import type { Navigator } from './navigator.ts'
import type { Screen, Site } from './page.ts'
import { NavigatorProvider, useNavigator, usePending, useScreen } from './router.tsx'
import { preloadWhenIdle } from './lazyComponent.tsx'
import { usePageContext, PageContextProvider, type PageContext } from './pageContext.tsx'

/** Everything React renders, on the server and in the browser. */
export const App = ({
  site,
  context,
  navigator,
  onHydrated,
}: {
  site: Site
  context: PageContext
  navigator: Navigator
  onHydrated?: () => void
}) => (
  <PageContextProvider value={context}>
    <NavigatorProvider value={navigator}>
      <CurrentScreen site={site} />
      <NavigationEffects />
      <Toasts />
      <HydrationEffect onHydrated={onHydrated} />
    </NavigatorProvider>
  </PageContextProvider>
)

const CurrentScreen = ({ site }: { site: Site }) => {
  const screen = useScreen()
  const { report } = usePageContext()
  const { Frame, Maintenance, Failed } = site
  if (screen.outcome === 'maintenance') return <Maintenance />
  if (screen.outcome === 'failed') return <Failed />
  return (
    <Boundary navigationId={screen.navigationId} report={report} fallback={<Failed />}>
      <Frame screen={screen}>
        <Boundary navigationId={screen.navigationId} report={report} fallback={<site.PageFailed />}>
          <Content site={site} screen={screen} />
        </Boundary>
      </Frame>
    </Boundary>
  )
}

/** Must be the last child: React runs its effect after all others. */
const HydrationEffect = ({ onHydrated }: { onHydrated: (() => void) | undefined }) => {
  useEffect(() => {
    onHydrated?.()
  }, [onHydrated])
  return null
}

const Content = ({ site, screen }: { site: Site; screen: Screen }) => {
  const { PageFailed, ChunkFailed } = site
  const { outcome, page, data, params, query, routeName } = screen
  if (outcome === 'chunk-failed') return <ChunkFailed />
  if (outcome === 'page-failed' || page === undefined)
    return <PageFailed status={screen.status} message={screen.connectionMessage} />
  return <page.Component key={routeName} data={data} params={params} query={query} />
}

const loadTheme = () => import('./theme.ts')
preloadWhenIdle(loadTheme)

/** Effects of a navigation: document title, theme, focus on the heading, announcement for screen readers. */
const NavigationEffects = () => {
  const screen = useScreen()
  const pending = usePending()
  const { arrival } = useNavigator()
  const { basePath, report } = usePageContext()
  const [announcement, setAnnouncement] = useState('')
  const displayed = useRef(screen)

  useEffect(() => {
    if (displayed.current === screen) return
    const themeBefore = JSON.stringify(displayed.current.frame.theme)
    displayed.current = screen
    document.title = screen.title
    const { theme } = screen.frame
    if (JSON.stringify(theme) !== themeBefore)
      void loadTheme()
        .then(({ applyTheme }) => applyTheme(theme, basePath))
        .catch(report)
    const { stay, scrollTo } = arrival()
    if (!stay) {
      setAnnouncement(screen.title)
      // A page that is used by scanner or keyboard names its first field.
      const first = document.querySelector<HTMLElement>('main [data-page-focus]')
      ;(first ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true })
    }
    if (scrollTo !== undefined) window.scrollTo(0, scrollTo)
  }, [screen, arrival, basePath, report])

  return (
    <>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      {pending === undefined ? null : <div className={styles['pending']} aria-hidden="true" />}
    </>
  )
}

type BoundaryProps = {
  navigationId: number
  report: (error: unknown) => void
  fallback: ReactNode
  children: ReactNode
}

/** An error boundary that resets on navigation. */
class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: unknown): void {
    this.props.report(error)
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (before.navigationId !== this.props.navigationId && this.state.failed) this.setState({ failed: false })
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
