// Points out a password that guessers try first, while it is typed. Only a hint: the form takes the password.

import { useEffect, useState } from 'react'
import { passwordMin } from '../../contract/limits.ts'
import { useBrand } from '../brand.ts'
import { InfoIcon } from '../ui/tool-icons.tsx'
import { useWords } from '../ui/words.tsx'
import * as styles from './password-field.module.css'

/** Milliseconds without a keystroke. */
const debounce = 300

interface Known {
  name: string
  email: string
}

const nothing: Known = { name: '', email: '' }

/** 200 kB, so it is fetched once something is typed and not with the page. */
const load = () => import('./password-strength.ts')

interface Props {
  /** Empty where it is not accepted anyway. */
  password: string
  /** What guessers know about the account. */
  known?: Known | undefined
}

/** Always rendered, also while it says nothing: screen readers announce only what enters a region they know. */
export function GuessableHint({ password, known = nothing }: Props) {
  const t = useWords()
  const guessable = useGuessable(password, known)
  return (
    <span className={styles.hint} role="status">
      {guessable && (
        <>
          <InfoIcon size="s" />
          <span>
            {t(
              'This password is among the first that guessers try. It will be accepted, but a longer one is safer.',
            )}
          </span>
        </>
      )}
    </span>
  )
}

function useGuessable(password: string, known: Known): boolean {
  const brand = useBrand()?.name ?? ''
  const [guessable, setGuessable] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: estimated when the password changes, not at every rendering
  useEffect(() => {
    if (password === '') return setGuessable(false)
    let current = true
    const estimate = async () => {
      const { isGuessable } = await load()
      const { name, email } = known
      // A shorter one is rejected anyway.
      const isLong = [...password].length >= passwordMin
      if (current) setGuessable(isLong && isGuessable(password, { name, email, brand }))
    }
    // If it does not load there is no hint, and everything else works.
    const timer = setTimeout(() => estimate().catch(() => {}), debounce)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [password])
  return guessable
}
