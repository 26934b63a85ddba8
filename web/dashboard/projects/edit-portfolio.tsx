// The edit dialog of one project, laid out as a page; it stays open when it has saved, and confirms before it discards edits.
import { useState } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'
import { changedProject, readProject, updateProject } from '../../../contract/portfolio.ts'
import type { PreviewCheck } from '../../../contract/responses/projects.ts'
import { FormAlert, type useAlert } from '../../alerts.tsx'
import { call, messageOf } from '../../call.ts'
import { useForm } from '../../forms/use-form.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { toast } from '../../ui/notice.tsx'
import { ShowIcon } from '../../ui/tool-icons.tsx'
import { refresh } from '../lists/admin-queries.ts'
import { EditDialog, SaveBar, useAction } from '../lists/dialogs.tsx'
import { Restored } from '../lists/parts.tsx'
import { saveScreenshots } from '../project-images/screenshots.tsx'
import { useUploads } from '../project-images/uploads.tsx'
import { untilDay, useClientLinks } from './client-links.tsx'
import { useHowItLooks } from './how-it-looks.tsx'
import {
  fileFields,
  Optional,
  ProjectFields,
  previewPath,
  projectOptions,
  type Stored,
  valuesOf,
  withViewLive,
} from './project-form.tsx'
import * as styles from './project-section.module.css'

/** Without another image, the current one stays. */
const schema = z.extend(changedProject, fileFields)

type Props = {
  stored: Stored
  /** Missing while checks are off, and where nobody asks for it. */
  check?: PreviewCheck | undefined
  /** When the last of its client links that work expires. */
  sharedUntil?: string | undefined
  onClose: () => void
}

/**
 * @param alert says that a project could not be opened
 * @param onLost told that the dialog is closed, and that the button which opened it is gone
 * @returns `open` by the project's id, and the dialog once it is open
 */
export function useEditPortfolio(alert: ReturnType<typeof useAlert>, onLost?: () => void) {
  const [stored, setStored] = useState<Stored | null>(null)
  const { run } = useAction(
    alert,
    async (id: string) => {
      alert.clear()
      setStored(await call(readProject, { params: { id } }))
    },
    'Failed to open portfolio: ',
  )
  const close = () => {
    flushSync(() => setStored(null))
    if (document.activeElement === document.body) onLost?.()
  }
  return {
    open: run,
    dialog: (more?: (id: string) => Partial<Props>) =>
      stored && <EditPortfolio stored={stored} onClose={close} {...more?.(stored.portfolio.id)} />,
  }
}

function EditPortfolio({ check, sharedUntil, onClose, ...props }: Props) {
  const [stored, setStored] = useState(props.stored)
  const { portfolio: project } = stored
  const uploads = useUploads()
  const { upload } = uploads

  const form = useForm(schema, {
    ...projectOptions(
      `edit ${project.id}`,
      valuesOf(stored),
      'Choose the image again, or keep the current one.',
    ),
    send: async ({ categories, blocks, desktop, tablet, mobile, ...fields }) => {
      const params = { id: project.id }
      // A JSON-encoded list on update.
      const texts = { categories: JSON.stringify(categories), blocks: JSON.stringify(blocks) }
      const saved = await upload(updateProject, { params, form: { ...fields, ...texts } })
      await saveScreenshots(project.id, { desktop, tablet, mobile }, upload).finally(() =>
        refresh('projects'),
      )
      return saved
    },
    onSent: async ({ message, portfolio }) => {
      // As it is stored: names are cleaned, URLs completed.
      const now = await call(readProject, { params: { id: project.id } }).catch(() => null)
      // It is saved all the same.
      if (!now) {
        toast(message)
        return onClose()
      }
      setStored(now)
      form.reset(valuesOf(now))
      const isPublished = project.status !== 'published' && portfolio.status === 'published'
      form.alert.show('success', withViewLive(message, isPublished, project.id))
    },
    failed: (error) => `Failed to save portfolio: ${messageOf(error)}`,
    alertWithFields: true,
  })
  const look = useHowItLooks(form, stored)
  const clientLinks = useClientLinks(project)

  return (
    <>
      {clientLinks.dialog}
      <EditDialog
        title="Edit Portfolio"
        form={form}
        isUploading={uploads.busy}
        size="page"
        // In a tab of its own: what was typed here stays.
        aside={
          <ButtonLink
            variant="secondary"
            size="sm"
            to={previewPath(project)}
            target="_blank"
            rel="noreferrer"
          >
            <ShowIcon size="s" />
            Open preview
          </ButtonLink>
        }
        footer={(buttons, isChanged) => (
          <>
            {/* That it was saved is said until something is changed again. */}
            {!(isChanged && form.alert.message?.kind === 'success') && <FormAlert alert={form.alert} />}
            <SaveBar progress={uploads.last.progress} isChanged={isChanged} className={styles.bar}>
              {look.button}
              {buttons}
            </SaveBar>
          </>
        )}
        submit={{ label: 'Update Portfolio', busyLabel: 'Updating...' }}
        onClose={onClose}
      >
        {form.isRestored && <Restored />}
        <ProjectFields form={form} uploads={uploads} project={project} check={check} aside={look.aside}>
          <Optional
            title="Client links"
            state={sharedUntil ? `Open until ${untilDay(sharedUntil)}` : 'None open'}
            isFilled={sharedUntil !== undefined}
          >
            {clientLinks.list}
          </Optional>
        </ProjectFields>
      </EditDialog>
      {look.dialog}
    </>
  )
}
