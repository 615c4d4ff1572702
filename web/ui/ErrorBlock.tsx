import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import styles from './ErrorBlock.module.css'

const standard: Readonly<Record<number, string>> = {
  403: 'Unauthorised.',
  404: 'Unable to complete request, item not found.',
  500: 'Something has gone wrong, please try again.',
}

const otherwise = 'Something has gone wrong, please try again.'

/**
 * What went wrong, by HTTP status (B11). A caller may give its own words by status and its own default; an empty
 * default shows nothing for statuses nobody named. `children` are what one can do about it.
 *
 *   <ErrorBlock status={read.statusCode} messages={{ 404: 'This class is no longer held.' }}>
 *     <Button onClick={read.askAgain}>Try again</Button>
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

/** The words alone: the caller's for this status, the caller's default, the catalogue's. */
export const errorMessage = (
  status: number | undefined,
  messages: Readonly<Record<number, string>> = {},
  defaultMessage?: string,
): string => {
  const own = status === undefined ? undefined : messages[status]
  const known = status === undefined ? undefined : standard[status]
  return own ?? known ?? defaultMessage ?? otherwise
}
