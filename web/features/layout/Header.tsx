import type { ReactNode } from 'react'
import * as messages from '#messages/shared/layout.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './Header.module.css'

/** A link of the navigation: a path of this site (`to`) or the URL of another (`href`). */
export type NavItem = { label: string; to?: string; href?: string; current?: boolean }

/** The sticky bar: menu, logo, main navigation, account, basket. */
export const Header = ({
  operatorName,
  logo,
  homeTo,
  menuTo,
  nav,
  account,
  basket,
}: {
  operatorName: string
  logo: { address: string; name: string | null } | undefined
  homeTo: string
  menuTo: string
  nav: readonly NavItem[]
  account: ReactNode
  /** With `drawerTo`, wide screens open the basket beside the page. */
  basket: BasketLocation | undefined
}) => (
  <header className={styles['header']} data-edge="start">
    <div className={styles['bar']}>
      <Link className={styles['icon']} to={menuTo} stay aria-haspopup="dialog" aria-label={messages.menu}>
        <Icon name="menu" size={24} />
      </Link>
      <Link className={styles['brand']} to={homeTo}>
        {logo === undefined ? (
          <span className={styles['wordmark']}>{operatorName}</span>
        ) : (
          <img
            className={styles['logo']}
            src={logo.address}
            alt={messages.logo({ name: logo.name ?? operatorName })}
            height="36"
          />
        )}
      </Link>
      <nav className={styles['nav']} aria-label={messages.main}>
        <ul role="list">
          {nav.map((item) => (
            <li key={item.label}>
              <NavLink className={styles['link']} item={item} />
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles['own']}>
        {account}
        {basket === undefined ? null : (
          <BasketLink basket={basket}>
            <Icon name="basket" size={24} />
            <span className={styles['basket-word']}>{messages.basket}</span>
            {basket.count === 0 ? null : (
              <span className={styles['count']} aria-hidden="true">
                {basket.count}
              </span>
            )}
          </BasketLink>
        )}
      </div>
    </div>
  </header>
)

/** On this site, or on the bookings site. */
type BasketLocation = { to: string; count: number; drawerTo?: string } | { href: string; count: number }

/** A link to the basket's page; a plain click opens the drawer on screens wider than a tablet. */
const BasketLink = ({ basket, children }: { basket: BasketLocation; children: ReactNode }) => {
  const navigate = useNavigate()
  if ('href' in basket)
    return (
      <a
        className={styles['basket']}
        href={basket.href}
        aria-label={messages.basketCount({ count: basket.count })}
      >
        {children}
      </a>
    )
  const { to, count, drawerTo } = basket
  return (
    <Link
      className={styles['basket']}
      to={to}
      aria-label={messages.basketCount({ count })}
      onClick={(event) => {
        const isPlainClick =
          event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
        if (drawerTo === undefined || !isPlainClick || !matchMedia('(min-width: 59.4375em)').matches) return
        event.preventDefault()
        void navigate(drawerTo, { stay: true })
      }}
    >
      {children}
    </Link>
  )
}

export const NavLink = ({ item, className }: { item: NavItem; className?: string | undefined }) =>
  item.to === undefined ? (
    <a className={className} href={item.href}>
      {item.label}
    </a>
  ) : (
    <Link className={className} to={item.to} aria-current={item.current === true ? 'page' : undefined}>
      {item.label}
    </Link>
  )
