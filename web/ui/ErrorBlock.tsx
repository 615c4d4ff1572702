import type { ReactNode } from 'react'
import * as texts from '#messages/shared/ui.ts'
import { Icon } from './Icon.tsx'
import styles from './ErrorBlock.module.css'

const standard: Readonly<Record<number, string>> = {
  403: texts.unauthorised,
  404: texts.itemNotFound,
  500: texts.somethingWentWrong,
}

/**
 * An error by HTTP status (B11). A caller may give its own texts by status and its own default; an empty default shows
 * nothing for other statuses. `children` are the actions.
 *
 *   <ErrorBlock status={read.statusCode} messages={{ 404: 'This class is no longer held.' }}>
 *     <Button onClick={read.refetch}>Try again</Button>
 *   </ErrorBlock>
 */
export const ErrorBlock = ({
  status,
  messages = {},
  defaultMessage,
  children,
}: {
  status?: number | undefined
  messages?: Readonly<Record<number, string>>
  defaultMessage?: string
  children?: ReactNode
}) => {
  const message = errorMessage(status, messages, defaultMessage)
  if (message === '') return null
  return (
    <div className={styles['block']} role="alert">
      <Icon name="alert" />
      <div className={styles['words']}>
        <p>{message}</p>
        {children}
      </div>
    </div>
  )
}

/** The text alone: the caller's for this status, the standard one, the caller's default. */
export const errorMessage = (
  status: number | undefined,
  messages: Readonly<Record<number, string>> = {},
  defaultMessage?: string,
): string => {
  const own = status === undefined ? undefined : messages[status]
  const standardMessage = status === undefined ? undefined : standard[status]
  return own ?? standardMessage ?? defaultMessage ?? texts.somethingWentWrong
}
