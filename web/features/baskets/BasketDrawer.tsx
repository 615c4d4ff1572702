import { Link } from '#web/platform/router.tsx'
import { SidePanel } from '#web/ui/SidePanel.tsx'
import { BasketPanel } from './BasketPanel.tsx'

/** The basket beside whatever page one is on; its address is that page's with `?basket=1`. */
export const BasketDrawer = ({ closeTo, onClose }: { closeTo: string; onClose: () => void }) => (
  <SidePanel
    title="Shopping basket"
    closeTo={closeTo}
    closeLabel="Close basket"
    onClose={onClose}
    Link={Link}
  >
    <BasketPanel level={3} />
  </SidePanel>
)
