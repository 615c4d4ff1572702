import { Menu } from '#web/features/layout/Menu.tsx'
import type { NavItem } from '#web/features/layout/Header.tsx'
import { LogOut } from '#web/features/sessions/LogOut.tsx'
import { useCustomer } from '#web/platform/session.ts'

/** An address of this site, or of another. */
type Way = { to: string } | { href: string }

/** The side drawer, in the specification's order: what fits who one is. `account`: left out where there is none to show. */
export const SiteMenu = ({
  nav,
  basket,
  account,
  loginTo,
  registerTo,
  onClose,
  onLoggedOut,
}: {
  nav: readonly NavItem[]
  basket: Way
  account: Way | undefined
  loginTo: string
  registerTo: string
  onClose: () => void
  onLoggedOut: () => void
}) => {
  const customer = useCustomer()
  const own: readonly NavItem[] = account === undefined ? [] : [{ label: 'My account', ...account }]
  const visitors: readonly NavItem[] = [
    { label: 'Log in', to: loginTo },
    { label: 'Create an account', to: registerTo },
  ]
  return (
    <Menu
      onClose={onClose}
      nav={[...nav, { label: 'Shopping basket', ...basket }, ...(customer === null ? visitors : own)]}
    >
      {customer === null ? undefined : <LogOut onDone={onLoggedOut} />}
    </Menu>
  )
}
