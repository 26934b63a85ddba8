// Every component of web/ui in its states, on one page. In development only: routes.ts leaves it out of a build.
import type { ReactNode } from 'react'
import { ThemeToggle } from '../theme-toggle.tsx'
import { ButtonStates, IconStates } from './button-states.tsx'
import { FieldStates, FileStates } from './field-states.tsx'
import { DialogStates, NoticeStates, TableStates } from './page-states.tsx'
import * as styles from './ui.module.css'

export const meta = () => [{ title: 'Components' }, { name: 'robots', content: 'noindex' }]

export default function Components() {
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <h1>Components</h1>
        <ThemeToggle />
      </header>
      <Group title="Buttons">
        <ButtonStates />
      </Group>
      <Group title="Icons">
        <IconStates />
      </Group>
      <Group title="Fields">
        <FieldStates />
      </Group>
      <Group title="Choosing an image">
        <FileStates />
      </Group>
      <Group title="Notices">
        <NoticeStates />
      </Group>
      <Group title="Tables and pages">
        <TableStates />
      </Group>
      <Group title="Dialogs and toasts">
        <DialogStates />
      </Group>
    </main>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.group} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}
