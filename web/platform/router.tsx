import {
  createContext,
  useContext,
  useSyncExternalStore,
  type AnchorHTMLAttributes,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { withQuery } from './links.ts'
import type { GoOptions, Navigator } from './navigator.ts'
import type { Screen } from './page.ts'
import { usePageContext } from './pageContext.tsx'

/**
 * Navigation for components:
 *
 *   <Link to={links.basket()}>Basket</Link>
 *   <Link to={withQuery(path, { from: '09:00' })} stay>…</Link>     keeps scroll position and focus
 *   const navigate = useNavigate();  void navigate(links.home())
 *   const { path, query, params } = useScreen()
 */
const NavigatorContext = createContext<Navigator | undefined>(undefined)

export const NavigatorProvider = NavigatorContext.Provider

export const useNavigator = (): Navigator => {
  const navigator = useContext(NavigatorContext)
  if (navigator === undefined) throw new Error('useNavigator() needs a <NavigatorProvider>')
  return navigator
}

/** The current screen: path (with query, without base path), query, params, title, breadcrumbs. */
export const useScreen = (): Screen => {
  const { subscribe, screen } = useNavigator()
  return useSyncExternalStore(subscribe, screen, screen)
}

/** The URL of a navigation whose page is still loading. */
export const usePending = (): string | undefined => {
  const { subscribe, pending } = useNavigator()
  return useSyncExternalStore(subscribe, pending, () => undefined)
}

export const useNavigate = (): ((to: string, options?: GoOptions) => Promise<void>) => useNavigator().navigate

/** Converts a path of this site to an `href`. */
export const useHref = (): ((to: string) => string) => {
  const { basePath, embedded } = usePageContext()
  return (to) => {
    return basePath + (embedded ? withQuery(to, { embedded: 'true' }) : to)
  }
}

type LinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> &
  GoOptions & {
    /** A path of this site, without the base path; see links.ts. */
    to: string
    children: ReactNode
  }

/** A link within the site: a plain link until hydration, then client-side navigation. */
export const Link = ({ to, replace, stay, onClick, children, ...rest }: LinkProps) => {
  const { navigate, preload } = useNavigator()
  const href = useHref()
  const handleClick = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event)
    const isPlainClick =
      event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
    if (event.defaultPrevented || !isPlainClick || (rest.target ?? '_self') !== '_self') return
    event.preventDefault()
    void navigate(to, {
      ...(replace === undefined ? {} : { replace }),
      ...(stay === undefined ? {} : { stay }),
    })
  }
  return (
    <a
      {...rest}
      href={href(to)}
      onClick={handleClick}
      onPointerEnter={() => {
        preload(to)
      }}
    >
      {children}
    </a>
  )
}
