import type { ReactNode } from 'react'
import { api } from '#web/platform/api.ts'
import { useDeferredRead } from '#web/platform/queries.ts'
import { OperatorHtml } from '#web/platform/OperatorHtml.tsx'
import { Container } from '#web/ui/Layout.tsx'
import styles from './Footer.module.css'

/** The venue's own footer. The server has sanitised its HTML (wire §3). */
export const Footer = ({
  operatorName,
  venueSlug,
  children,
}: {
  operatorName: string
  venueSlug: string | undefined
  /** Further lines at the end of every page. */
  children?: ReactNode
}) => {
  const { data } = useDeferredRead(api.operator.footer, venueSlug === undefined ? {} : { venue: venueSlug })
  const html = data?.html ?? ''
  return (
    <footer className={styles['footer']}>
      <Container>
        <div className={styles['columns']}>
          {html === '' ? null : <OperatorHtml className={styles['venue']} html={html} isInForm={false} />}
          <div className={styles['operator']}>
            <p className={styles['name']}>{operatorName}</p>
            {children}
          </div>
        </div>
      </Container>
    </footer>
  )
}
