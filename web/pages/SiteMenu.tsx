import * as messages from '#messages/shared/layout.ts'
import { Menu } from '#web/features/layout/Menu.tsx'
import type { NavItem } from '#web/features/layout/Header.tsx'
import { LogOut } from '#web/features/sessions/LogOut.tsx'
import { useCustomer } from '#web/platform/session.ts'

/** A path of this site, or the URL of another. */
type Destination = { to: string } | { href: string }

/** The side drawer with the links for this visitor or customer, in the specification's order. */
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
  basket: Destination
  account: Destination | undefined
  loginTo: string
  registerTo: string
  onClose: () => void
  onLoggedOut: () => void
}) => {
  const customer = useCustomer()
  const customerLinks: readonly NavItem[] =
    account === undefined ? [] : [{ label: messages.myAccount, ...account }]
  const visitorLinks: readonly NavItem[] = [
    { label: messages.logIn, to: loginTo },
    { label: messages.createAccount, to: registerTo },
  ]
  return (
    <Menu
      onClose={onClose}
      nav={[
        ...nav,
        { label: messages.shoppingBasket, ...basket },
        ...(customer === null ? visitorLinks : customerLinks),
      ]}
    >
      {customer === null ? undefined : <LogOut onDone={onLoggedOut} />}
    </Menu>
  )
}
