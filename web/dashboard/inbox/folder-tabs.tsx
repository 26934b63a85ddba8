// The folders of messages as tabs, with what is in them.
import type { ContactFolder } from '../../../contract/messages.ts'
import type { ContactPage } from '../../../contract/responses/messages.ts'
import { Amount, PageTabs, Wanting } from '../../ui/tabs.tsx'

export const tabsId = 'folders'

export const folderNames: Record<ContactFolder, string> = {
  inbox: 'Inbox',
  spam: 'Spam',
  archived: 'Archived',
}

type Props = {
  chosen: ContactFolder
  counts: ContactPage['folders'] | undefined
  onChoose: (folder: string) => void
}

export function FolderTabs({ chosen, counts, onChoose }: Props) {
  const notes = {
    inbox: counts && <Wanting count={counts.unread} word="unread" />,
    spam: counts && <Amount count={counts.spam} />,
    archived: counts && <Amount count={counts.archived} />,
  }
  const tabs = (['inbox', 'spam', 'archived'] as const).map((value) => ({
    value,
    label: folderNames[value],
    note: notes[value],
  }))
  return <PageTabs id={tabsId} label="Folders" tabs={tabs} chosen={chosen} onChoose={onChoose} />
}
