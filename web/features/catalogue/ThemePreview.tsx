import { useEffect, useRef } from 'react'
import { contrast, hex, white } from '#contract/colours.ts'
import type { CatalogueRow } from '#contract/office.ts'
import * as messages from '#messages/desk/catalogue.ts'
import { themeVariables } from '#web/platform/theme.ts'
import styles from './Catalogue.module.css'

const enough = 4.5

/** How pages look with the colours that are chosen, and how well they are read. */
export const ThemePreview = ({
  row,
  logo,
  operatorName,
}: {
  row: CatalogueRow
  logo: string | null
  operatorName: string
}) => {
  const screen = useRef<HTMLDivElement>(null)
  const colour = (name: string): string | null => {
    const value = row[name]
    return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value) ? value : null
  }
  const chosen = {
    themeAppPrimaryColour: colour('primaryColour'),
    themeAppSecondaryColour1: colour('secondaryColour1'),
    themeAppSecondaryColour2: colour('secondaryColour2'),
    themeAppHeaderBgColour: colour('headerBgColour'),
    themeAppDarkBgColour: colour('darkBgColour'),
    headerPrimaryColour: colour('headerPrimaryColour'),
  }
  const variables = themeVariables(chosen)
  // Pages allow no style in their HTML: it is set here.
  useEffect(() => {
    for (const [name, value] of Object.entries(variables))
      screen.current?.style.setProperty(`--${name}`, value)
  })
  const { primary = hex(white), header = hex(white) } = variables
  const pairs = [
    { name: messages.contrastOf.primary, text: hex(white), ground: chosen.themeAppPrimaryColour ?? primary },
    {
      name: messages.contrastOf.header,
      text: chosen.headerPrimaryColour ?? hex(white),
      ground: chosen.themeAppHeaderBgColour ?? header,
    },
  ]
  return (
    <section className={styles['preview']}>
      <h2>{messages.preview}</h2>
      <div ref={screen} className={styles['screen']} aria-hidden="true">
        <div className={styles['screen-header']}>
          {logo === null ? operatorName : <img src={logo} alt="" />}
        </div>
        <div className={styles['screen-page']}>
          <strong>{messages.previewHeading}</strong>
          <span>{messages.previewText}</span>
          <span className={styles['screen-button']}>{messages.previewButton}</span>
        </div>
      </div>
      <ul role="list" className={styles['contrasts']} aria-live="polite">
        {pairs.map(({ name, text, ground }) => {
          const ratio = contrast(text, ground)
          return (
            <li key={name}>
              {messages.otherErrors({
                field: name,
                text: messages.contrast({
                  ratio: (Math.floor(ratio * 10) / 10).toFixed(1),
                  isEnough: ratio >= enough,
                }),
              })}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
