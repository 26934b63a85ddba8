// The accent in the site editor: picked or typed, with what becomes of it in both themes.

import { useRef, useState } from 'react'
import {
  type AccentColours,
  accentColours,
  accentContrast,
  cleanAccent,
  themes,
} from '../../../contract/accent.ts'
import { deliveredColour, isColour, noColour } from '../../../contract/site.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import * as fieldStyles from '../../ui/field.module.css'
import { Field } from '../../ui/field.tsx'
import * as layout from '../../ui/layout.module.css'
import { classes } from '../../ui/styles.ts'
import * as styles from './site.module.css'
import { type SectionProps, SiteFieldset } from './site-section.tsx'

const themeNames = { light: 'Light theme', dark: 'Dark theme' }

export function ColourSection({ value, errors, change }: SectionProps<'colour'>) {
  const field = useRef<HTMLInputElement>(null)
  const { accent } = value
  /** What was in the field when it was left. */
  const [left, setLeft] = useState<string>()
  const isWrong = !isColour(accent) && (accent === left || !mayBecomeColour(accent))
  const colours = accentColours(accent)
  const set = (next: string) => change('colour', { accent: next })
  return (
    <SiteFieldset section="colour">
      <Field
        label="Accent colour"
        hint="The marker behind names, filters and the current page."
        error={errors['colour.accent'] ?? (isWrong ? noColour : undefined)}
      >
        {(wiring) => (
          <div className={layout.row}>
            <input
              type="color"
              className={styles.swatch}
              aria-label="Pick the accent colour"
              value={isColour(accent) ? cleanAccent(accent) : deliveredColour.accent}
              onChange={({ target }) => set(target.value)}
            />
            <input
              {...wiring}
              ref={field}
              className={classes(fieldStyles.input, styles.hex)}
              value={accent}
              spellCheck={false}
              autoComplete="off"
              onChange={({ target }) => set(target.value)}
              onBlur={() => setLeft(accent)}
            />
            <Button
              variant="secondary"
              onClick={() => {
                change('colour', deliveredColour)
                field.current?.focus()
              }}
            >
              Default
            </Button>
          </div>
        )}
      </Field>
      {isColour(accent) && (
        <ul className={styles.themes} aria-label="Contrast of text on the accent">
          {themes.map((theme) => (
            <li key={theme}>
              <Sample {...colours[theme]} />
              <Badge look="ok">
                {`${themeNames[theme]} ${shownContrast(accentContrast(colours[theme]))}`}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </SiteFieldset>
  )
}

/** While it is typed: digits may follow, and nothing else. */
const mayBecomeColour = (text: string) => /^#?[\da-f]{0,6}$/i.test(text.trim())

/** 4.59 as "4.5": cut, not rounded, so that no figure looks like more than it is. */
const shownContrast = (ratio: number) => (Math.floor(ratio * 10) / 10).toFixed(1)

/** Letters on a piece of the colour. The policy of the page lets scripts set styles, not attributes. */
function Sample({ mark, on }: AccentColours) {
  const paint = (element: HTMLElement | null) => {
    element?.style.setProperty('background', mark)
    element?.style.setProperty('color', on)
  }
  return <span ref={paint} className={styles.text} />
}
