// The accent in the site editor: picked or typed, with the contrast of text on it in both themes [R301, R302].
import { useRef, useState } from 'react'
import {
  accentColours,
  accentContrast,
  leastContrast,
  nearestReadable,
  shownContrast,
  textOnAccent,
  themes,
} from '../../../contract/accent.ts'
import { parseColour } from '../../../contract/colour.ts'
import { deliveredColour, noColour } from '../../../contract/site-colour.ts'
import { Alert } from '../../ui/alert.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import * as fieldStyles from '../../ui/field.module.css'
import { Field } from '../../ui/field.tsx'
import { themesHidingAccent } from './seen.ts'
import * as styles from './site-colour.module.css'
import { type SectionProps, SiteFieldset } from './site-section.tsx'

const themeNames = { light: 'Light theme', dark: 'Dark theme' }

export function ColourSection({ value, errors, change }: SectionProps<'colour'>) {
  const field = useRef<HTMLInputElement>(null)
  const { accent, isKept } = value
  const isColour = parseColour(accent) !== null
  /** What was in the field when it was left. */
  const [left, setLeft] = useState<string>()
  const isWrong = !isColour && (accent === left || !mayBecomeColour(accent))
  const ratios = accentContrast(accent)
  const least = Math.min(ratios.light, ratios.dark)
  const set = (next: string) => change('colour', { accent: next, isKept: false })
  // The button that was pressed may be gone.
  const settle = (next: typeof value) => {
    change('colour', next)
    field.current?.focus()
  }
  return (
    <SiteFieldset section="colour">
      <Field
        label="Accent colour"
        hint="The marker behind names, filters and the current page."
        error={errors['colour.accent'] ?? (isWrong ? noColour : undefined)}
      >
        {(wiring) => (
          <div className={styles.row}>
            <input
              type="color"
              className={styles.swatch}
              aria-label="Pick the accent colour"
              value={accentColours(accent).light.mark}
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
            <Button variant="secondary" className={styles.reset} onClick={() => settle(deliveredColour)}>
              Default
            </Button>
          </div>
        )}
      </Field>
      {isColour && least < leastContrast && (
        <Alert role="status">
          <b>
            Text on this colour is hard to read: {shownContrast(least)} to 1, at least {leastContrast} is
            needed.
          </b>{' '}
          {isKept
            ? 'You keep it. The nearest one that passes:'
            : 'The preview changes when a colour passes. The nearest one that does:'}
          <Offer
            nearest={nearestReadable(accent)}
            onUse={(nearest) => settle({ accent: nearest, isKept: false })}
            onKeep={isKept ? undefined : () => settle({ accent, isKept: true })}
          />
        </Alert>
      )}
      {themesHidingAccent(accent).map((theme) => (
        <Alert key={theme} role="status">
          In the {theme} theme this colour is nearly that of the page: what it marks is hardly seen there.
        </Alert>
      ))}
      {isColour && (
        <ul className={styles.themes} aria-label="Contrast of text on the accent">
          {themes.map((theme) => (
            <li key={theme}>
              <Sample colour={accentColours(accent)[theme].mark} text={textOnAccent[theme]} />
              <Badge look={ratios[theme] < leastContrast ? 'bad' : 'ok'}>
                {`${themeNames[theme]} ${shownContrast(ratios[theme])}`}
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

function Offer({
  nearest,
  onUse,
  onKeep,
}: {
  nearest: string
  onUse: (nearest: string) => void
  onKeep?: (() => void) | undefined
}) {
  return (
    <span className={styles.offer}>
      <Sample colour={nearest} />
      <Button variant="secondary" size="sm" onClick={() => onUse(nearest)}>
        Use {nearest.toUpperCase()}
      </Button>
      {onKeep && (
        <Button variant="quiet" size="sm" onClick={onKeep}>
          Keep mine
        </Button>
      )}
    </span>
  )
}

/** A piece of the colour, with letters on it where there is a colour for them. The policy of the page lets scripts set styles, not attributes. */
function Sample({ colour, text }: { colour: string; text?: string }) {
  const paint = (element: HTMLElement | null) => {
    element?.style.setProperty('background', colour)
    if (text) element?.style.setProperty('color', text)
  }
  return <span ref={paint} className={text ? styles.text : styles.sample} />
}
