import * as messages from '#messages/shared/basket.ts'
import * as basketMessages from '#messages/shared/filledBasket.ts'
import { Link } from '#web/platform/router.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { BasketPanel } from './BasketPanel.tsx'

/** The basket over any page; its address is that page's with `?basket=1`. */
export const BasketDrawer = ({ closeTo, onClose }: { closeTo: string; onClose: () => void }) => (
  <SidePanel
    title={messages.shoppingBasket}
    closeTo={closeTo}
    closeLabel={basketMessages.closeBasket}
    onClose={onClose}
    Link={Link}
  >
    <BasketPanel level={3} />
  </SidePanel>
)
