import type { ReactNode } from 'react'
import { Link } from '#web/platform/router.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './Header.module.css'

/** What a site offers at its top: a path of this site, or the whole address of another. */
export type NavItem = { label: string; to?: string; href?: string; current?: boolean }

/** The bar that stays at the top: menu, logo, the main ways, the account, the basket. */
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
  logo: string | null
  homeTo: string
  menuTo: string
  nav: readonly NavItem[]
  account: ReactNode
  basket: { to: string; count: number } | undefined
}) => (
  <header className={styles['header']}>
    <div className={styles['bar']}>
      <Link className={styles['icon']} to={menuTo} stay aria-haspopup="dialog" aria-label="Menu">
        <Icon name="menu" size={24} />
      </Link>
      <Link className={styles['brand']} to={homeTo}>
        {logo === null ? (
          <span className={styles['wordmark']}>{operatorName}</span>
        ) : (
          <img className={styles['logo']} src={logo} alt={`${operatorName}, home`} height="36" />
        )}
      </Link>
      <nav className={styles['nav']} aria-label="Main">
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
          <Link className={styles['basket']} to={basket.to} aria-label={basketLabel(basket.count)}>
            <Icon name="basket" size={24} />
            <span className={styles['basket-word']}>Basket</span>
            {basket.count === 0 ? null : (
              <span className={styles['count']} aria-hidden="true">
                {basket.count}
              </span>
            )}
          </Link>
        )}
      </div>
    </div>
  </header>
)

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

const basketLabel = (count: number): string => {
  if (count === 0) return 'Basket, empty'
  return `Basket, ${count} ${count === 1 ? 'item' : 'items'}`
}
