import * as messages from '#messages/account/details.ts'
import { Notice } from '#web/ui/Notice.tsx'

/** Above a form: why the changes were refused, or that they are saved. */
export const SaveStatus = ({ error, isSaved }: { error: { message: string } | null; isSaved: boolean }) => (
  <>
    {error === null ? null : (
      <Notice colour="danger" role="alert">
        <p>{error.message}</p>
      </Notice>
    )}
    {isSaved ? (
      <Notice colour="success" role="status">
        <p>{messages.saved}</p>
      </Notice>
    ) : null}
  </>
)
