// The ways to reach the owner as they stand on paper, where nothing can be pressed.
import { useHost, useReach } from '../brand.ts'
import * as layout from '../ui/layout.module.css'
import * as paper from '../ui/paper.module.css'
import * as typography from '../ui/typography.module.css'
import * as styles from './print-ways.module.css'

export function PrintWays() {
  const ways = useReach()?.ways ?? []
  const host = useHost()
  return (
    <section className={`${paper.only} ${styles.ways} ${layout.wrap}`}>
      <h2 className={typography.sectionTitle}>Contact</h2>
      <dl>
        {ways.map(({ kind, label, value, href }) => (
          <div key={href}>
            <dt>{label}</dt>
            <dd>{kind === 'email' || kind === 'phone' ? value : href.replace(/^https?:\/\/(www\.)?/, '')}</dd>
          </div>
        ))}
        {host && (
          <div>
            <dt>Web</dt>
            <dd>{host}/contact</dd>
          </div>
        )}
      </dl>
    </section>
  )
}
