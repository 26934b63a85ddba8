// What there is to do, on the dashboard's home: mail trouble, unreplied messages, dead links, drafts and the last backup.

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { DashboardHome, DraftItem } from '../../../contract/responses/dashboard.ts'
import type { ContactMessage } from '../../../contract/responses/messages.ts'
import type { useAlert } from '../../alerts.tsx'
import { useSession } from '../../session.tsx'
import * as layout from '../../ui/layout.module.css'
import * as notice from '../../ui/notice.module.css'
import { Empty } from '../../ui/notice.tsx'
import * as typography from '../../ui/typography.module.css'
import { Reply } from '../inbox/reply.tsx'
import { homeQuery, useLogged } from '../lists/admin-queries.ts'
import { NotLoaded } from '../lists/not-loaded.tsx'
import { EditPortfolio } from '../projects/edit-portfolio.tsx'
import { withViewLive } from '../projects/preview-link.tsx'
import { DeadLinks } from './dead-links.tsx'
import * as columns from './home.module.css'
import { BackupGroup, Drafts, EmailGroup, isBackupDue, Messages, Spam } from './to-do-groups.tsx'

type Props = {
  alert: ReturnType<typeof useAlert>
  /** Moves the focus to the page's title: the row that had it will go. */
  onDone: () => void
}

export function ToDo({ alert, onDone }: Props) {
  const { data, error, refetch } = useQuery(homeQuery())
  useLogged(error, 'Things to do')
  const { dashboardData } = useSession()
  const [replying, setReplying] = useState<ContactMessage | null>(null)
  const [editing, setEditing] = useState<DraftItem | null>(null)
  const dead = dashboardData?.deadLinks
  const count = data ? thingsIn(data) + (dead?.total ?? 0) : 0

  return (
    <section aria-labelledby="to-do">
      <div className={typography.partTitle}>
        <h2 id="to-do">To do</h2>
        {count > 0 && <p className={typography.meta}>{count === 1 ? '1 thing' : `${count} things`}</p>}
      </div>
      {!data &&
        (error ? (
          <NotLoaded what="The list" className={columns.failed} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        ))}
      {data && count === 0 && (
        <div className={columns.none}>
          <Empty text="Nothing to do.">
            <p>Every message has a reply. {linksText(data.links)}</p>
          </Empty>
        </div>
      )}
      {data && (
        <dl className={columns.list}>
          <EmailGroup mail={data.mail} isQuiet={count === 0} />
          <Messages messages={data.messages} onReply={setReplying} />
          <Spam count={data.spam} />
          {dead && (
            <DeadLinks
              {...dead}
              onAlive={(name) => {
                alert.show('success', `${name} responds again.`)
                onDone()
              }}
            />
          )}
          <Drafts drafts={data.drafts} onEdit={setEditing} />
          <BackupGroup backup={data.backup} alert={alert} />
        </dl>
      )}
      {replying && (
        <Reply
          key={replying.id}
          message={replying}
          onClose={() => setReplying(null)}
          onSent={(text) => {
            flushSync(() => setReplying(null))
            alert.show('success', text)
            onDone()
          }}
        />
      )}
      {editing && (
        <EditPortfolio
          key={editing.id}
          item={editing}
          onClose={() => setEditing(null)}
          onSaved={(message, published) => {
            flushSync(() => setEditing(null))
            alert.show('success', withViewLive(message, published, editing.id))
            onDone()
          }}
        />
      )}
    </section>
  )
}

/** Only what is known: dead links are things to do. */
function linksText(links: DashboardHome['links']): string {
  if (!links) return 'Links are not checked: PREVIEW_CHECK is off.'
  const { total, unchecked, hasNetwork } = links
  if (total === 0) return ''
  if (unchecked === 0) return 'No link was found dead.'
  const some =
    unchecked === total ? (total === 1 ? 'The link is' : 'Links are') : `${unchecked} of ${total} links are`
  return `${some} not checked${hasNetwork ? '.' : ': this server has no way to the internet.'}`
}

/** Everything but dead links, also what is not shown. */
function thingsIn({ mail, messages, spam, drafts, backup }: DashboardHome): number {
  const troubles = [!mail.configured || mail.failing !== null, spam > 0, isBackupDue(backup)]
  return troubles.filter(Boolean).length + messages.total + drafts.total
}

function Loading() {
  return (
    <div className={`${layout.stack} ${columns.waiting}`}>
      <span className={typography.hidden}>Loading</span>
      {[1, 2, 3].map((row) => (
        <div key={row} className={notice.skeleton} />
      ))}
    </div>
  )
}
