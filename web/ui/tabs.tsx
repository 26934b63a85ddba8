// Tabs over one panel: arrow keys, Home and End move (WAI-ARIA, tabs with automatic activation).
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import * as styles from './tabs.module.css'

type Props = {
  label: string
  tabs: readonly { name: string; panel: ReactNode }[]
}

export function Tabs({ label, tabs }: Props) {
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const last = tabs.length - 1
    const to = {
      ArrowRight: chosen === last ? 0 : chosen + 1,
      ArrowLeft: chosen === 0 ? last : chosen - 1,
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setChosen(to)
    const next = event.currentTarget.children[to]
    if (next instanceof HTMLElement) next.focus()
  }
  return (
    <div>
      <div className={styles.tabs} role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ name }, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${index}`}
            aria-selected={index === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => setChosen(index)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {tabs[chosen]?.panel}
      </div>
    </div>
  )
}
