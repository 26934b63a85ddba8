// The published projects whose site is dead, in the list of things to do.
import { Link } from 'react-router'
import { reasonOf } from '../../../contract/preview-check.ts'
import type { DashboardData } from '../../../contract/responses/accounts.ts'
import * as typography from '../../ui/typography.module.css'
import { Day } from '../lists/list-parts.tsx'
import { CheckAgain } from '../projects/check-again.tsx'
import { Group, More, Row } from './to-do-row.tsx'

type Props = NonNullable<DashboardData['deadLinks']> & {
  /** Called with the name of a project that turned out to respond: its row, with the focus, will go. */
  onAlive: (name: string) => void
}

export function DeadLinks({ total, links: rows, onAlive }: Props) {
  const rest = total - rows.length
  return (
    <Group label="Links">
      {rows.map(({ id, name, check }) => (
        <Row
          key={id}
          title={`${name} does not respond`}
          action={
            <CheckAgain
              id={id}
              name={name}
              onChecked={({ state }) => {
                if (state !== 'dead') onAlive(name)
              }}
            />
          }
        >
          {reasonOf(check)}{' '}
          {check.deadSince && (
            <>
              Dead since <Day iso={check.deadSince} />.{' '}
            </>
          )}
          Visitors see its image instead.
        </Row>
      ))}
      {rest > 0 && (
        <More>
          <p>
            And {rest} more.{' '}
            <Link className={typography.link} to="/dashboard/view-portfolio">
              All projects
            </Link>
          </p>
        </More>
      )}
    </Group>
  )
}
