import { Link } from '#web/platform/router.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Layout.tsx'

/** Somebody has been logged out in another tab. What they were typing stays behind this, and is there again. */
export const SignedOutNotice = ({ loginTo }: { loginTo: string }) => (
  <Empty title="You have been signed out.">
    <p>What you have typed is kept. Log in again to go on, here or in another tab.</p>
    <Link className={buttonClass()} to={loginTo}>
      Log in
    </Link>
  </Empty>
)
