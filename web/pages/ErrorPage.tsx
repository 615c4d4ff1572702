import type { ReactNode } from 'react'
import { Container } from '#web/ui/Layout.tsx'
import styles from './ErrorPage.module.css'

const pictures = {
  offside:
    'M20 96h120 M104 24v72 M104 40h28l-8 9 8 9h-28 M48 82a14 14 0 1 0 0-28 14 14 0 0 0 0 28Z M48 61l6.5 4.7-2.5 7.6h-8l-2.5-7.6L48 61Z',
  dropped:
    'M20 96h120 M80 94a18 18 0 1 0 0-36 18 18 0 0 0 0 36Z M80 67l8 6-3 9.5H75L72 73l8-6Z M58 26c2 10 4 15 9 22 M80 20v20 M102 26c-2 10-4 15-9 22',
  closed:
    'M20 96h120 M40 96V40 M120 96V40 M40 48h80 M40 66h80 M56 48v18 M72 48v18 M88 48v18 M104 48v18 M34 40h12 M114 40h12',
} as const

/** A full-page error: what happened, and what to do next. */
export const ErrorPage = ({
  picture,
  heading,
  text,
  standalone = false,
  children,
}: {
  picture: keyof typeof pictures
  heading: string
  text?: string
  /** Without a frame around it, so that it takes the middle of the screen. */
  standalone?: boolean
  children?: ReactNode
}) => (
  <Container narrow>
    <div className={`${styles['page'] ?? ''} ${standalone ? (styles['standalone'] ?? '') : ''}`}>
      <svg className={styles['picture']} viewBox="0 0 160 112" aria-hidden="true">
        <path d={pictures[picture]} />
      </svg>
      <h1 tabIndex={-1}>{heading}</h1>
      {text === undefined ? null : <p className={styles['text']}>{text}</p>}
      {children}
    </div>
  </Container>
)
