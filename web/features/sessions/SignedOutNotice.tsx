import { logIn } from '#messages/shared/layout.ts'
import * as messages from '#messages/shared/logOut.ts'
import { Link } from '#web/platform/router.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Layout.tsx'

/** Stands in for a page after a logout in another tab. The page stays mounted, hidden, so that no input is lost. */
export const SignedOutNotice = ({ loginTo }: { loginTo: string }) => (
  <Empty title={messages.loggedOut}>
    <p>{messages.inputSaved}</p>
    <Link className={buttonClass()} to={loginTo}>
      {logIn}
    </Link>
  </Empty>
)
